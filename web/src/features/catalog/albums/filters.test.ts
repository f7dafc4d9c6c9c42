import { describe, expect, test } from 'vitest'
import { filtersOf, isFiltered, NO_FILTERS, withFilters } from './filters.ts'

describe('the filters of an address', () => {
  test.each([
    ['', NO_FILTERS],
    ['search=s%C3%BC%C3%9F&year=2019&type=ep', { search: 'süß', year: 2019, type: 'ep' }],
    ['sort=title', { search: '', sort: 'title' }],
    ['sort=size', NO_FILTERS],
    ['search=++', NO_FILTERS],
    ['year=soon&type=mixtape', NO_FILTERS],
    ['year=1899', NO_FILTERS],
    ['year=2101', NO_FILTERS],
    ['year=20.5', NO_FILTERS],
    ['year=', NO_FILTERS],
    [`search=${'x'.repeat(150)}`, { search: 'x'.repeat(100) }],
  ])('%s', (address, filters) => {
    expect(filtersOf(new URLSearchParams(address))).toEqual(filters)
  })
})

test('setting filters keeps what else stands in the address and drops what is empty', () => {
  const address = new URLSearchParams('album=Messing&search=alt&year=2001')
  expect(withFilters(address, { search: ' neu ', type: 'single' }).toString()).toBe(
    'album=Messing&search=neu&type=single',
  )
  expect(withFilters(address, NO_FILTERS).toString()).toBe('album=Messing')
})

test('what is written into the address is read back', () => {
  const filters = { search: 'a&b=c', year: 2024, type: 'loosies', sort: 'year' } as const
  expect(filtersOf(withFilters(new URLSearchParams(), filters))).toEqual(filters)
})

test('one filter is enough to be filtered', () => {
  expect(isFiltered(NO_FILTERS)).toBe(false)
  expect(isFiltered({ search: 'x' })).toBe(true)
  expect(isFiltered({ search: '', year: 2020 })).toBe(true)
  expect(isFiltered({ search: '', type: 'ep' })).toBe(true)
  expect(isFiltered({ search: '', sort: 'title' })).toBe(false)
})

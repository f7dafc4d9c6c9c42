import { type Kysely, sql } from 'kysely'

/**
 * What the analysis of files has found: loudness, waveform, silence and what encoders added. One process of
 * the installation analyses at a time, by a claim in `analysis_state`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('track_sounds')
    .addColumn('track_id', 'text', (column) => column.notNull().references('tracks.id').onDelete('cascade'))
    .addColumn('stored_file', 'text', (column) => column.notNull())
    .addColumn('analyser', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('loudness_source', 'text')
    .addColumn('track_lufs', 'double precision')
    .addColumn('track_peak_dbtp', 'double precision')
    .addColumn('album_lufs', 'double precision')
    .addColumn('album_peak_dbtp', 'double precision')
    .addColumn('loudness_blocks', 'text')
    .addColumn('waveform', 'text')
    .addColumn('silence_start_seconds', 'double precision')
    .addColumn('silence_end_seconds', 'double precision')
    .addColumn('delay_samples', 'integer')
    .addColumn('padding_samples', 'integer')
    .addColumn('trim_sample_rate', 'integer')
    .addColumn('analysed_at', 'text')
    .addPrimaryKeyConstraint('track_sounds_pk', ['track_id', 'stored_file'])
    .execute()

  await db.schema
    .createTable('analysis_state')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('is_paused', 'integer', (column) => column.notNull())
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'text')
    .execute()
  await sql`insert into analysis_state (id, is_paused) values (1, 0)`.execute(db)
}

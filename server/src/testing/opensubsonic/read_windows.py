"""Prints as JSON what windows show, as their programs offer it to screen readers. The argument is the session bus."""
import json
import sys

from gi.repository import Gio, GLib

ROOT = "/org/a11y/atspi/accessible/root"
ACCESSIBLE = "org.a11y.atspi.Accessible"
COMPONENT = "org.a11y.atspi.Component"
PROPERTIES = "org.freedesktop.DBus.Properties"
SHOWING = 1 << 25
# Lists offer each of their cells; the tests have short ones.
MOST_CHILDREN = 500

AS_CLIENT = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
MOST_MS = 5000


class Bus:
    def __init__(self, address):
        self.connection = Gio.DBusConnection.new_for_address_sync(address, AS_CLIENT, None, None)

    def call(self, program, path, interface, method, *parameters):
        types = "".join("u" if isinstance(parameter, int) else "s" for parameter in parameters)
        packed = GLib.Variant(f"({types})", parameters)
        call = (program, path, interface, method, packed, None, Gio.DBusCallFlags.NONE, MOST_MS, None)
        return self.connection.call_sync(*call).unpack()


def elements(program, path):
    """What is shown of an element and in it; elements may disappear meanwhile."""
    try:
        name, = bus.call(program, path, PROPERTIES, "Get", ACCESSIBLE, "Name")
        role, = bus.call(program, path, ACCESSIBLE, "GetRoleName")
        states, = bus.call(program, path, ACCESSIBLE, "GetState")
        if path != ROOT and not states[0] & SHOWING:
            return
        box, = bus.call(program, path, COMPONENT, "GetExtents", 0)
        children, = bus.call(program, path, ACCESSIBLE, "GetChildren")
    except GLib.Error:
        return
    yield {"role": role, "name": name, "box": box}
    for child_program, child in children[:MOST_CHILDREN]:
        yield from elements(child_program, child)


address, = Bus(sys.argv[1]).call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
bus = Bus(address)
print(json.dumps(list(elements("org.a11y.atspi.Registry", ROOT))))

"""Uses a server as Sublime Music does, through its unmodified adapter, and prints what it has received as JSON."""
import json
import os
import tempfile
from datetime import timedelta
from pathlib import Path

import requests
from sublime_music.adapters import AlbumSearchQuery, ConfigurationStore
from sublime_music.adapters.subsonic import SubsonicAdapter

config = ConfigurationStore(
    server_address=os.environ["SERVER"],
    username=os.environ["NAME"],
    password=["plaintext", os.environ["PASSWORD"]],
    verify_cert=True,
    sync_enabled=True,
    salt_auth=True,
)
with tempfile.TemporaryDirectory() as folder:
    adapter = SubsonicAdapter(config, Path(folder))
    adapter._set_ping_status()
    received = {"is_available": bool(adapter.ping_status)}

    received["artists"] = [artist.name for artist in adapter.get_artists()]
    newest = AlbumSearchQuery(AlbumSearchQuery.Type.NEWEST)
    albums = adapter.get_albums(newest)
    received["albums"] = [album.name for album in albums]
    songs = adapter.get_album(albums[-1].id).songs
    received["songs"] = [song.title for song in songs]
    received["genres"] = [genre.name for genre in adapter.get_genres()]
    received["root"] = [child.title or child.name for child in adapter.get_directory("root").children]
    found = adapter.search("feder")
    received["found"] = [song.title for song in found.songs]

    stream = adapter.get_song_stream_uri(songs[0].id)
    whole = requests.get(stream)
    rest = requests.get(stream, headers={"range": "bytes=1000-"})
    received["stream"] = [whole.status_code, rest.status_code, whole.content[1000:] == rest.content]
    file = requests.get(adapter.get_song_file_uri(songs[0].id, ["http"]))
    received["file"] = [file.status_code, file.content == whole.content]
    cover = requests.get(adapter.get_cover_art_uri(songs[0].cover_art, "http", 300))
    received["cover"] = [cover.status_code, cover.headers["content-type"]]

    playlist = adapter.create_playlist("Fahrt", songs[:1])
    adapter.update_playlist(playlist.id, comment="Nachts", public=False, append_song_ids=[songs[1].id])
    changed = adapter.update_playlist(playlist.id, song_ids=[songs[1].id, songs[0].id])
    received["playlist"] = [song.title for song in changed.songs]
    received["playlists"] = [[one.name, one.song_count, one.comment] for one in adapter.get_playlists()]

    adapter.save_play_queue([song.id for song in songs], 1, timedelta(seconds=12))
    queue = adapter.get_play_queue()
    received["queue"] = [[song.title for song in queue.songs], queue.current_index, queue.position.total_seconds()]
    adapter.scrobble_song(songs[2])
    adapter.shutdown()
print(json.dumps(received))

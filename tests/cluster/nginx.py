"""nginx before the servers of a site, for as long as it is needed: in a folder, on the loopback.

`docs/deployment.md` shows the same configuration, for several machines and with TLS.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

PLACES = ("/usr/sbin/nginx", "/usr/local/sbin/nginx")

# A server that does not answer is left alone for some seconds. Only what no server has heard of is sent to
# another one: a form that was sent once is not sent again. A file whose name is made of its contents is asked
# for once.
CONFIGURATION = """
daemon off;
worker_processes 1;
error_log {folder}/error.log warn;
pid {folder}/pid;
events {{ worker_connections 512; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  proxy_cache_path {folder}/files keys_zone=files:1m max_size=100m;
  upstream sudokusite {{
    {servers}
  }}
  server {{
    listen 127.0.0.1:{port};
    client_max_body_size 220m;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_connect_timeout 2s;
    add_header X-Answered-By $upstream_addr always;
    location / {{
      proxy_pass http://sudokusite;
    }}
    location /static/ {{
      proxy_pass http://sudokusite;
      proxy_next_upstream error timeout http_404;
      proxy_cache files;
    }}
  }}
}}
"""


class NoNginxError(Exception):
    """nginx is not on this machine."""


@contextmanager
def running_nginx(folder: Path, *, port: int, servers: Sequence[int]) -> Iterator[None]:
    """A proxy on a port that asks the servers on the other ports in turns. Raises NoNginxError."""
    program = nginx_path()
    folder.mkdir(parents=True, exist_ok=True)
    # As root it answers as somebody else, who must come to its own files.
    folder.chmod(0o755)
    lines = "\n    ".join(f"server 127.0.0.1:{each} max_fails=1 fail_timeout=2s;" for each in servers)
    configuration = folder / "nginx.conf"
    configuration.write_text(CONFIGURATION.format(folder=folder, port=port, servers=lines))
    command = [program, "-e", f"{folder}/error.log", "-p", f"{folder}", "-c", f"{configuration}"]
    subprocess.run([*command, "-t", "-q"], check=True)
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


def nginx_path() -> str:
    """Where nginx is; NGINX names another one. Raises NoNginxError."""
    for name in (os.environ.get("NGINX") or "nginx", *PLACES):
        if found := shutil.which(name):
            return found
    raise NoNginxError("nginx was not found; NGINX names it")

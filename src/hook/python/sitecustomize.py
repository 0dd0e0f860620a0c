"""Runs inside a Python agent before its own code, because its folder stands first in PYTHONPATH.

Sends calls to known providers to the gateway and changes nothing else: httpx, requests, urllib3, aiohttp,
urllib.request and http.client are patched when they are imported. A `sitecustomize` that this one hides is run first.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import re
import sys
from urllib.parse import urlsplit

_HERE = os.path.dirname(os.path.abspath(__file__))


def _run_hidden():
    """Runs the sitecustomize that would have been found without us."""
    path = [entry for entry in sys.path if os.path.abspath(entry or ".") != _HERE]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", path)
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    own = sys.modules.get("sitecustomize")
    sys.modules["sitecustomize"] = module
    try:
        spec.loader.exec_module(module)
    finally:
        if own is not None:
            sys.modules.setdefault("sitecustomize", own)


class _Settings:
    def __init__(self, text):
        given = json.loads(text)
        self.gateway = urlsplit(given["url"])
        self.origins = dict(given["origins"])
        self.hosts = [(self._pattern(host), prefix) for host, prefix in given["hosts"]]
        self.local = re.compile(given["local"])
        self.bypass = given.get("bypass")

    @staticmethod
    def _pattern(host):
        return re.compile(re.escape(host).replace(r"\*", ".+"))

    def host_prefix(self, host):
        for pattern, prefix in self.hosts:
            if pattern.fullmatch(host):
                return prefix + host
        return None

    def redirect(self, url):
        """The URL to call instead, or None."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            return None
        host = (parts.hostname or "").lower()
        if parts.scheme not in ("http", "https") or parts.netloc.split("@")[-1] == self.gateway.netloc:
            return None
        prefix = self._prefix(parts, host, port)
        if prefix is None:
            return None
        query = "?" + parts.query if parts.query else ""
        return "%s://%s%s%s%s%s" % (
            self.gateway.scheme,
            self.gateway.netloc,
            self.gateway.path,
            prefix,
            parts.path,
            query,
        )

    def _prefix(self, parts, host, port):
        usual = 443 if parts.scheme == "https" else 80
        name = "[%s]" % host if ":" in host else host
        origin = "%s://%s" % (parts.scheme, name) + ("" if port in (None, usual) else ":%d" % port)
        if origin in self.origins:
            return self.origins[origin]
        if parts.scheme == "https" and port in (None, 443):
            return self.host_prefix(host)
        loopback = host in ("localhost", "::1") or re.fullmatch(r"127\.\d+\.\d+\.\d+", host)
        if loopback and parts.scheme == "http" and (self.local.search(parts.path) or port == 11434):
            return "/local/@" + origin[len("http://") :]
        return None


def _patch_httpx(httpx, settings):
    def moved(request):
        to = settings.redirect(str(request.url))
        if to is not None:
            request.url = httpx.URL(to)
            request.headers["host"] = settings.gateway.netloc
        return request

    send = httpx.Client.send
    asend = httpx.AsyncClient.send

    def patched(self, request, *args, **kwargs):
        return send(self, moved(request), *args, **kwargs)

    async def apatched(self, request, *args, **kwargs):
        return await asend(self, moved(request), *args, **kwargs)

    httpx.Client.send = patched
    httpx.AsyncClient.send = apatched


def _patch_requests(adapters, settings):
    send = adapters.HTTPAdapter.send

    def patched(self, request, *args, **kwargs):
        to = settings.redirect(request.url)
        if to is not None:
            request.url = to
            request.headers.pop("Host", None)
            if "proxies" in kwargs:
                kwargs["proxies"] = {}
        return send(self, request, *args, **kwargs)

    adapters.HTTPAdapter.send = patched


def _patch_urllib3(poolmanager, settings):
    urlopen = poolmanager.PoolManager.urlopen

    def patched(self, method, url, *args, **kwargs):
        return urlopen(self, method, settings.redirect(url) or url, *args, **kwargs)

    poolmanager.PoolManager.urlopen = patched


def _patch_aiohttp(client, settings):
    request = client.ClientSession._request

    async def patched(self, method, str_or_url, **kwargs):
        to = settings.redirect(str(str_or_url))
        if to is not None:
            kwargs.pop("proxy", None)
            kwargs.pop("ssl", None)
        return await request(self, method, to or str_or_url, **kwargs)

    client.ClientSession._request = patched


def _patch_urllib(module, settings):
    opened = module.OpenerDirector.open

    def patched(self, fullurl, *args, **kwargs):
        url = fullurl if isinstance(fullurl, str) else fullurl.full_url
        to = settings.redirect(url)
        if to is None:
            return opened(self, fullurl, *args, **kwargs)
        if isinstance(fullurl, str):
            fullurl = to
        else:
            fullurl.full_url = to
            fullurl.unredirected_hdrs.pop("Host", None)
            fullurl.headers.pop("Host", None)
        return opened(self, fullurl, *args, **kwargs)

    module.OpenerDirector.open = patched


def _patch_http_client(client, settings):
    """Plain connections only: what the libraries above derive from them is patched there."""
    plain, secure = client.HTTPConnection, getattr(client, "HTTPSConnection", None)
    putrequest, putheader, connect = plain.putrequest, plain.putheader, plain.connect
    gateway = (settings.gateway.hostname, settings.gateway.port)

    def place(self, where):
        if (self.host, self.port) != where:
            self.close()
            self.host, self.port = where

    def moved(self):
        return getattr(self, "_vcr_own", None) is not None and (self.host, self.port) == gateway

    def patched(self, method, url, *args, **kwargs):
        if type(self) not in (plain, secure) or getattr(self, "_tunnel_host", None):
            return putrequest(self, method, url, *args, **kwargs)
        own = getattr(self, "_vcr_own", None) or (self.host, self.port)
        scheme = "https" if type(self) is secure else "http"
        name = "[%s]" % own[0] if ":" in own[0] else own[0]
        to = settings.redirect("%s://%s:%d%s" % (scheme, name, own[1], url)) if url.startswith("/") else None
        if to is None:
            if moved(self):
                place(self, own)
            return putrequest(self, method, url, *args, **kwargs)
        self._vcr_own = own
        place(self, gateway)
        parts = urlsplit(to)
        return putrequest(self, method, parts.path + ("?" + parts.query if parts.query else ""), *args, **kwargs)

    def patched_header(self, header, *values):
        name = header.decode("latin-1") if isinstance(header, bytes) else header
        if moved(self) and name.lower() == "host":
            values = (settings.gateway.netloc,)
        return putheader(self, header, *values)

    plain.putrequest = patched
    plain.putheader = patched_header
    if secure is not None:
        secure_connect = secure.connect

        def patched_connect(self):
            return connect(self) if moved(self) else secure_connect(self)

        secure.connect = patched_connect


_PATCHES = {
    "http.client": _patch_http_client,
    "httpx": _patch_httpx,
    "requests.adapters": _patch_requests,
    "urllib3.poolmanager": _patch_urllib3,
    "aiohttp.client": _patch_aiohttp,
    "urllib.request": _patch_urllib,
}


class _Loader(importlib.abc.Loader):
    def __init__(self, loader, patch, settings):
        self._loader = loader
        self._patch = patch
        self._settings = settings

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        try:
            self._patch(module, self._settings)
        except Exception:  # an unknown version of the library: its calls go where they were going
            pass

    def __getattr__(self, name):
        return getattr(self._loader, name)


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, settings):
        self._settings = settings
        self._busy = set()

    def find_spec(self, name, path=None, target=None):
        patch = _PATCHES.get(name)
        if patch is None or name in self._busy:
            return None
        self._busy.add(name)
        try:
            for finder in sys.meta_path:
                if finder is self or not hasattr(finder, "find_spec"):
                    continue
                spec = finder.find_spec(name, path, target)
                if spec is not None and spec.loader is not None:
                    spec.loader = _Loader(spec.loader, patch, self._settings)
                    return spec
        finally:
            self._busy.discard(name)
        return None


def _report_bypasses(settings):
    """Whoever looks a provider's address up is on the way to it past the gateway."""

    def hook(event, args):
        if event != "socket.getaddrinfo":
            return
        host = args[0]
        if isinstance(host, bytes):
            host = host.decode("ascii", "replace")
        if isinstance(host, str) and settings.host_prefix(host.lower()) is not None:
            try:
                with open(settings.bypass, "a") as file:
                    file.write(host.lower() + "\n")
            except OSError:
                pass

    sys.addaudithook(hook)


def _install():
    text = os.environ.get("VCR_HOOK")
    if not text:
        return
    settings = _Settings(text)
    sys.meta_path.insert(0, _Finder(settings))
    for name, patch in _PATCHES.items():
        if name in sys.modules:
            patch(sys.modules[name], settings)
    if settings.bypass:
        _report_bypasses(settings)


try:
    _install()
except Exception:  # never the reason why an agent fails
    pass
_run_hidden()

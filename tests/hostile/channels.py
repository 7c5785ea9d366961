"""Ways by which a page tries to reach somebody: each calls {http}/<name>, {ws}/<name> or {host}.

`QUIET` ways share a page. `LEAVING` ways try to take the page itself away and get one each.
"""

from __future__ import annotations


def _in_worker(code: str) -> str:
    blob = "URL.createObjectURL(new Blob([`" + code + "`], {type: 'text/javascript'}))"
    return "<script>new Worker(" + blob + ")</script>"


def _script(code: str) -> str:
    return "<script>try {" + code + "} catch (e) { console.log(e) }</script>"


QUIET: dict[str, str] = {
    "fetch": _script("fetch('{http}/fetch', {mode: 'no-cors'}).catch(() => 0)"),
    "fetch-keepalive": _script(
        "fetch('{http}/fetch-keepalive', {mode: 'no-cors', keepalive: true, method: 'POST', "
        "body: 'x'}).catch(() => 0)"
    ),
    "xhr": _script("const x = new XMLHttpRequest(); x.open('GET', '{http}/xhr'); x.send()"),
    "websocket": _script("new WebSocket('{ws}/websocket')"),
    "websocketstream": _script("new WebSocketStream('{ws}/websocketstream').opened.catch(() => 0)"),
    "eventsource": _script("new EventSource('{http}/eventsource')"),
    "beacon": _script("navigator.sendBeacon('{http}/beacon', 'x')"),
    "img": "<img src='{http}/img'>",
    "img-srcset": "<img srcset='{http}/img-srcset 1x'>",
    "picture": "<picture><source srcset='{http}/picture'><img></picture>",
    "svg-image": "<svg><image href='{http}/svg-image' width=9 height=9 /></svg>",
    "svg-use": "<svg><use href='{http}/svg-use#a' /></svg>",
    "video": "<video src='{http}/video' preload=auto></video>",
    "audio": "<audio src='{http}/audio' preload=auto></audio>",
    "track": "<video><track src='{http}/track' default></video>",
    "poster": "<video poster='{http}/poster'></video>",
    "script": "<script src='{http}/script'></script>",
    "module": "<script type=module>import('{http}/module').catch(() => 0)</script>",
    "css-link": "<link rel=stylesheet href='{http}/css-link'>",
    "css-import": "<style>@import url('{http}/css-import');</style>",
    "css-url": "<div style=\"background: url('{http}/css-url')\">x</div>",
    "css-font": "<style>@font-face { font-family: F; src: url('{http}/css-font'); }</style>"
    "<p style='font-family: F'>x</p>",
    "css-cursor": "<style>body { cursor: url('{http}/css-cursor'), auto }</style>",
    "preload": "<link rel=preload as=image href='{http}/preload'>",
    "prefetch": "<link rel=prefetch href='{http}/prefetch'>",
    "preconnect": "<link rel=preconnect href='{http}'>",
    "dns-prefetch": "<link rel=dns-prefetch href='//{host}'>",
    "modulepreload": "<link rel=modulepreload href='{http}/modulepreload'>",
    "manifest": "<link rel=manifest href='{http}/manifest'>",
    "icon": "<link rel=icon href='{http}/icon'>",
    "iframe": "<iframe src='{http}/iframe'></iframe>",
    "iframe-srcdoc": "<iframe srcdoc=\"<img src='{http}/iframe-srcdoc'>\"></iframe>",
    "iframe-srcdoc-fetch": "<iframe srcdoc=\"<script>fetch('{http}/iframe-srcdoc-fetch', "
    "{mode: 'no-cors'})</script>\"></iframe>",
    "iframe-data": "<iframe src=\"data:text/html,<img src='{http}/iframe-data'>\"></iframe>",
    "iframe-blob": _script(
        "const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob("
        "[\"<img src='{http}/iframe-blob'>\"], {type: 'text/html'})); document.body.append(f)"
    ),
    "iframe-sandboxed": '<iframe sandbox=allow-scripts srcdoc="<script>new WebSocket('
    "'{ws}/iframe-sandboxed')</script>\"></iframe>",
    "object": "<object data='{http}/object'></object>",
    "embed": "<embed src='{http}/embed'>",
    "worker-fetch": _in_worker("fetch('{http}/worker-fetch', {mode: 'no-cors'})"),
    "worker-websocket": _in_worker("new WebSocket('{ws}/worker-websocket')"),
    "worker-import": _in_worker("importScripts('{http}/worker-import')"),
    "worker-nested": _in_worker(
        "new Worker('data:text/javascript,fetch(\\\\'{http}/worker-nested\\\\')')"
    ),
    "shared-worker": _script(
        "new SharedWorker('data:text/javascript,fetch(\"{http}/shared-worker\")')"
    ),
    "audio-worklet": _script(
        "new AudioContext().audioWorklet.addModule('{http}/audio-worklet').catch(() => 0)"
    ),
    "service-worker": _script(
        "navigator.serviceWorker.register('/service-worker.js').catch(() => 0)"
    ),
    "webtransport": _script("new WebTransport('{https}/webtransport').ready.catch(() => 0)"),
    "stun": _script(
        "const p = new RTCPeerConnection({iceServers: [{urls: 'stun:{host}'}]}); "
        "p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))"
    ),
    "turn-tcp": _script(
        "const p = new RTCPeerConnection({iceServers: [{urls: 'turn:{host}?transport=tcp', "
        "username: 'u', credential: 'c'}]}); p.createDataChannel('x'); "
        "p.createOffer().then((o) => p.setLocalDescription(o))"
    ),
    "speculation-rules": '<script type=speculationrules>{"prefetch": [{"source": "list", '
    '"urls": ["{http}/speculation-rules"], "eagerness": "immediate"}]}</script>',
    "csp-report": "<meta http-equiv=Content-Security-Policy-Report-Only "
    "content=\"img-src 'none'; report-uri {http}/csp-report\"><img src='data:,x'>",
    "csp-report-srcdoc": '<iframe srcdoc="<meta http-equiv=Content-Security-Policy content='
    "'img-src none; report-uri {http}/csp-report-srcdoc'><img src='data:image/png,x'>\"></iframe>",
    "ping": "<a id=ping ping='{http}/ping' href='#x'>x</a>" + _script("ping.click()"),
    "form-iframe": "<iframe name=nowhere></iframe><form id=f1 target=nowhere "
    "action='{http}/form-iframe'></form>" + _script("f1.submit()"),
    "document-write": _script("document.write(\"<img src='{http}/document-write'>\")"),
    "xslt": "<iframe src=\"data:text/xml,<?xml-stylesheet type='text/xsl' href='{http}/xslt'?>"
    '<a/>"></iframe>',
    "paint-worklet": _script("CSS.paintWorklet?.addModule('{http}/paint-worklet')"),
    "image-set": "<div style=\"background: image-set('{http}/image-set' 1x)\">x</div>",
    "fetch-later": _script("globalThis.fetchLater?.('{http}/fetch-later', {activateAfter: 0})"),
    "cookie-store": _script(
        "fetch(new Request('{http}/cookie-store', {credentials: 'include'})).catch(() => 0)"
    ),
}

LEAVING: dict[str, str] = {
    "location": _script("location.href = '{http}/location'"),
    "location-timer": _script("setTimeout(() => location.replace('{http}/location-timer'), 200)"),
    "meta-refresh": "<meta http-equiv=refresh content='0;url={http}/meta-refresh'>",
    "form": "<form id=f action='{http}/form' method=post><input name=a value=b></form>"
    + _script("f.submit()"),
    "link-click": "<a id=a href='{http}/link-click'>x</a>" + _script("a.click()"),
    "download-link": "<a id=a download href='{http}/download-link'>x</a>" + _script("a.click()"),
    "window-open": _script("window.open('{http}/window-open')"),
    "blank-target": "<a id=a target=_blank href='{http}/blank-target'>x</a>" + _script("a.click()"),
    "top": _script("top.location = '{http}/top'"),
    "data-navigation": _script("location = 'data:text/html,<img src={http}/data-navigation>'"),
    "blob-navigation": _script(
        "location = URL.createObjectURL(new Blob(['<img src={http}/blob-navigation>'], "
        "{type: 'text/html'}))"
    ),
    "popup-blank": _script(
        "const w = window.open('about:blank'); "
        "w && w.document.write(\"<img src='{http}/popup-blank'>\")"
    ),
    "history-navigate": _script("navigation.navigate('{http}/history-navigate')"),
}


def page_with(ways: dict[str, str], places: dict[str, str]) -> bytes:
    """One page that tries all of `ways`."""
    body = "\n".join(ways.values())
    for name, place in places.items():
        body = body.replace("{" + name + "}", place)
    head = "<!doctype html><html lang=en><title>hostile</title><body><p id=here>here</p>"
    return (head + body).encode()

"""What a page asks for from elsewhere."""

from __future__ import annotations

from presscheck.page import external_references


def test_every_kind_of_reference_is_found_once_and_in_order() -> None:
    html = """
    <link rel="stylesheet" href="//cdn.example.com/a.css">
    <script src="https://cdn.example.com/b.js"></script>
    <script src="local.js"></script><img src="data:image/png;base64,AA"><a href="https://x.org">x</a>
    <script src=" https://cdn.example.com/b.js "></script>
    <script type="importmap">{"imports": {"three": "https://cdn.example.com/three.js"}}</script>
    <script type="importmap">{not JSON "https://cdn.example.com/no.js"}</script>
    <script type="module">
      import * as THREE from 'three';
      import {a} from "https://cdn.example.com/c.js";
      import 'https://cdn.example.com/d.js';
      const e = await import("https://cdn.example.com/e.js");
      fetch("https://api.example.com/data");
    </script>
    <style>
      @import "https://cdn.example.com/f.css"; @import url('//cdn.example.com/g.css');
      p { background: url(https://cdn.example.com/h.png) } b { background: url(#x) }
    </style>
    <p style="background: url('https://cdn.example.com/i.png')"></p>
    """
    assert external_references(html) == [
        "https://cdn.example.com/a.css",
        "https://cdn.example.com/b.js",
        "https://cdn.example.com/three.js",
        "https://cdn.example.com/c.js",
        "https://cdn.example.com/d.js",
        "https://cdn.example.com/e.js",
        "https://cdn.example.com/f.css",
        "https://cdn.example.com/g.css",
        "https://cdn.example.com/h.png",
        "https://cdn.example.com/i.png",
    ]


def test_a_page_of_its_own_asks_for_nothing() -> None:
    assert external_references("<!DOCTYPE html><p>from 'https://x.org'</p>") == []

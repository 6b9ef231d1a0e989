const HANDLERS = (
  'onabort onafterprint onanimationend onanimationiteration onanimationstart onauxclick ' +
  'onbeforecopy onbeforecut onbeforeinput onbeforepaste onbeforetoggle onbeforeunload onblur ' +
  'oncancel oncanplay onchange onclick onclose oncontextmenu oncopy oncuechange oncut ondblclick ' +
  'ondrag ondragend ondragenter ondragover ondragstart ondrop onended onerror onfocus onfocusin ' +
  'onformdata onfullscreenchange ongotpointercapture onhashchange oninput oninvalid onkeydown ' +
  'onkeypress onkeyup onload onloadeddata onloadstart onlostpointercapture onmessage onmousedown ' +
  'onmouseenter onmousemove onmouseout onmouseover onmouseup onmousewheel onpageshow onpaste ' +
  'onpause onplay onpointerdown onpointerenter onpointermove onpointerover onpointerrawupdate ' +
  'onpopstate onprogress onreset onresize onscroll onscrollend onsearch onselect onselectstart ' +
  'onshow onstorage onsubmit ontoggle ontouchstart ontransitionend onunload onvolumechange ' +
  'onwebkitanimationend onwheel'
).split(' ');

export const handlers = HANDLERS.flatMap((name, index) => {
  const tag = ['b', 'div', 'img src=x', 'details open', 'video', 'a href=#', 'table', 'font'][
    index % 8
  ];
  return [`<${tag} ${name}=alert(1)>x`, `text <${tag} ${name.toUpperCase()}="alert(1)">x`];
});

export const handlerSpellings = [
  '<img src=x onerror=alert(1)>',
  '<img/src=x/onerror=alert(1)>',
  '<img src=x onerror\n=\nalert(1)>',
  '<img src=x onerror\u000c=alert(1)>',
  '<img src=x \u0000onerror=alert(1)>',
  '<img src="x"onerror="alert(1)">',
  "<img src='x'onerror='alert(1)'>",
  '<img src=`x` onerror=alert(1)>',
  '<img src=x:x onerror=alert(1) <b>',
  '<img """><script>alert(1)</script>">',
  '<img src=x onerror=&#97;lert(1)>',
  '<img src=x onerror="alert`1`"',
  '<img src=x onerror=alert(1)//',
  '<IMG SRC=x OnErRoR=alert(1)>',
  '<img src=x title="\n\n" onerror=alert(1)>',
  '<img\nsrc=x\nonerror=alert(1)>',
  '<img src=x a="`" onerror=alert(1) b="`">',
  '<image src=x onerror=alert(1)>',
  '<a href="#" \u00a0onclick=alert(1)>x</a>',
  '<a href="x" style="x:expression(alert(1))">x</a>',
  '<b <img src=x onerror=alert(1)>>x</b>',
  '<b title="<img src=x onerror=alert(1)>">x</b>',
  '<div title="\n\n<img src=x onerror=alert(1)>\n\n">',
  '<div title=\'">\n\n<img src=x onerror=alert(1)>',
  '<p title="`code`" onclick="alert(1)">x</p>',
  '<x-part n="0" onclick=alert(1)></x-part>',
  '<x-part n="0"></x-part>\n\n```js\nalert(1)\n```',
  '<custom-tag onclick=alert(1)>x</custom-tag>',
  '<a:b onclick=alert(1)>x</a:b>',
  '<details open ontoggle=alert(1)><summary onclick=alert(1)>x</summary></details>',
];

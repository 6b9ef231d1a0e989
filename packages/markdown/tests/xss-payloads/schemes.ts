const SCHEMES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\tjavascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript:alert(1)',
  'javascript\t:alert(1)',
  '\u0001javascript:alert(1)',
  '\u001fjavascript:alert(1)',
  '\u00a0javascript:alert(1)',
  '\u200bjavascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  'java\u0000script:alert(1)',
  'java\u00adscript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#x3a;alert(1)',
  'javascript&#0000058alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;avascript:alert(1)',
  '&#x6a&#x61&#x76&#x61script:alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  'java&#9;script:alert(1)',
  'java&#10;script:alert(1)',
  'java&#x0D;script:alert(1)',
  '&#1;javascript:alert(1)',
  'javascript://%0aalert(1)',
  'javascript://evil.example/%0aalert(1)',
  'javascript:/*--></title></style></textarea></script><svg/onload=alert(1)>*/alert(1)',
  'vbscript:msgbox(1)',
  'livescript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'data:image/png,<script>alert(1)</script>',
  'data:image/png;base64,AAAA" onerror="alert(1)',
  'data:application/xhtml+xml,<script>alert(1)</script>',
  'file:///etc/passwd',
  'blob:https://evil.example/1',
  'filesystem:https://evil.example/1',
  'view-source:javascript:alert(1)',
  'feed:javascript:alert(1)',
  'jar:https://evil.example!/x.html',
  'about:blank',
  'ms-its:x',
  'intent://evil.example#Intent;end',
  'javascript:\u0061lert(1)',
  "javascript:eval('al'+'ert(1)')",
  'javascript%3Aalert(1)',
  'JAVASCRIPT:ALERT(1)',
];

/** The contexts in which every scheme is tried. Some cut a scheme at a backslash or line break, others accept it. */
const inLink = (scheme: string) => `[click](${scheme})`;
const inAngles = (scheme: string) => `[click](<${scheme}>)`;
const inReference = (scheme: string) => `[click][r]\n\n[r]: <${scheme}>`;
const inAutolink = (scheme: string) => `<${scheme}>`;
const inImage = (scheme: string) => `![x](<${scheme}>)`;
const inAnchor = (scheme: string) => `<a href="${scheme}">click</a>`;
const inBareAnchor = (scheme: string) => `<a href=${scheme}>click</a>`;
const inRawImage = (scheme: string) => `<img src='${scheme}'>`;
const inVideo = (scheme: string) => `<video src="${scheme}"><source src="${scheme}"></video>`;

export const schemes = SCHEMES.flatMap((scheme) =>
  [
    inLink,
    inAngles,
    inReference,
    inAutolink,
    inImage,
    inAnchor,
    inBareAnchor,
    inRawImage,
    inVideo,
  ].map((place) => place(scheme)),
);

import { describe, expect, it } from 'vitest';
import { clipboardToMarkdown } from './clipboard-to-markdown.ts';

const paste = (html: string, plain = 'plain') => clipboardToMarkdown({ html, plain });

/** Clipboard contents of these programs, with shortened styles. */
const EXCEL = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8">
<style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {font-weight:700;}--></style></head>
<body link="#0563C1"><table border=0 cellpadding=0 width=192 style='border-collapse:collapse;width:144pt'>
<!--StartFragment--> <col width=64 span=3 style='width:48pt'>
 <tr height=20 style='height:15.0pt'>
  <td height=20 class=xl65 width=64>Field</td><td class=xl65 width=64>Type</td><td width=64>Remark</td>
 </tr>
 <tr height=20><td height=20>order_id</td><td>bigint</td><td>The order&#39;s id | unique</td></tr>
 <tr height=20><td height=20 colspan=2 style='mso-ignore:colspan'>both</td><td>two<br>lines</td></tr>
<!--EndFragment--></table></body></html>`;

const CALC = `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/>
<meta name="generator" content="LibreOffice 24.2 (Linux)"/><style type="text/css">body,td{font-family:"Liberation Sans"}</style></head>
<body><table cellspacing="0" border="0"><colgroup width="85"></colgroup><colgroup width="85"></colgroup>
<tr><td height="17" align="left">姓名</td><td align="right">年龄</td></tr>
<tr><td height="17" align="left">林美</td><td align="right" sdval="30" sdnum="1033;">30</td></tr>
<tr><td height="17" align="left"><br></td><td align="left"><br></td></tr></table></body></html>`;

const SHEETS = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style>
<table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup>
<tbody><tr style="height:21px;"><td style="font-weight:bold;" data-sheets-value="{}">Code</td><td>Meaning</td></tr>
<tr style="height:21px;"><td>10101</td><td><a class="in-cell-link" href="https://example.com/e" target="_blank">general</a></td></tr></tbody></table>`;

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><style><!--p.MsoNormal {margin:0cm;}--></style><!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h1>Release plan<o:p></o:p></h1>
<p class=MsoNormal>Ship <b style='mso-bidi-font-weight:normal'>on Friday </b>and
<i>not</i> later; see <a href="https://example.com/a_(b)">the page</a>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span></span><![endif]>Within<o:p></o:p></p>
<table class=MsoTableGrid border=1><tr><td width=100><p class=MsoNormal><b>Name<o:p></o:p></b></p></td><td><p class=MsoNormal>Size</p></td></tr>
<tr><td><p class=MsoNormal>a_b</p></td><td><p class=MsoNormal>1 &lt; 2</p></td></tr></table>
<p class=MsoNormal><img width=100 src="file:///C:/Users/mei/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png"><o:p>&nbsp;</o:p></p>
<!--EndFragment--></body></html>`;

const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400;">Title</span></h2>
<p dir="ltr"><span style="font-weight:400;">Plain and </span><span style="font-weight:700;">bold</span><span style="font-style:italic;"> slanted</span></p>
<ul><li dir="ltr"><p dir="ltr" role="presentation"><span>One</span></p></li><ul><li dir="ltr"><p dir="ltr"><span>Deeper</span></p></li></ul><li><p><span>Two</span></p></li></ul></b>`;

describe('spreadsheet cells', () => {
  it('converts cells copied from Excel', () => {
    expect(paste(EXCEL)).toBe(
      [
        '| Field | Type | Remark |',
        '| --- | --- | --- |',
        String.raw`| order_id | bigint | The order's id \| unique |`,
        '| both |  | two<br>lines |',
      ].join('\n'),
    );
  });

  it('converts cells copied from LibreOffice', () => {
    expect(paste(CALC)).toBe('| 姓名 | 年龄 |\n| --- | --- |\n| 林美 | 30 |');
  });

  it('converts cells copied from Google Sheets', () => {
    expect(paste(SHEETS)).toBe(
      '| Code | Meaning |\n| --- | --- |\n| 10101 | [general](https://example.com/e) |',
    );
  });

  it('converts tab-separated plain text', () => {
    expect(clipboardToMarkdown({ html: '', plain: 'a\tb\r\n1\t2\r\n' })).toBe(
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    );
    for (const plain of ['one line\tonly', 'if (x) {\n\treturn;\n}', '\ta\n\tb', 'a\tb\nc'])
      expect(clipboardToMarkdown({ html: '', plain })).toBeUndefined();
  });
});

describe('documents', () => {
  it('converts text copied from Word', () => {
    expect(paste(WORD)).toBe(
      [
        '# Release plan',
        '',
        'Ship **on Friday** and *not* later; see [the page](https://example.com/a_%28b%29).',
        '',
        '- First',
        '   1. Within',
        '',
        '| **Name** | Size |',
        '| --- | --- |',
        String.raw`| a_b | 1 \< 2 |`,
      ].join('\n'),
    );
  });

  it('converts text copied from Google Docs', () => {
    expect(paste(DOCS)).toBe(
      '## Title\n\nPlain and **bold** *slanted*\n\n- One\n  - Deeper\n- Two',
    );
  });

  it('converts text copied from a web page', () => {
    const html = `<h3>Use</h3><p>Run <code>npm ci</code><br>then <em>wait</em>.</p><blockquote><p>Quoted</p><p>twice</p></blockquote>
      <pre><code class="language-ts">const a = \`\`\`1\`\`\`;\n  b();\n</code></pre><hr><ol start="3"><li>c</li><li>d<ul><li>e</li></ul></li></ol>
      <p><img src="https://example.com/x.png" alt="A [b]"> <s>old</s> # not a head</p><p># nor this</p><p>1. nor that</p>`;
    expect(paste(html)).toBe(
      [
        '### Use',
        '',
        'Run `npm ci`  ',
        'then *wait*.',
        '',
        '> Quoted',
        '>',
        '> twice',
        '',
        '````ts',
        'const a = ```1```;',
        '  b();',
        '````',
        '',
        '---',
        '',
        '3. c',
        '4. d',
        '   - e',
        '',
        '![A b](https://example.com/x.png) ~~old~~ # not a head',
        '',
        String.raw`\# nor this`,
        '',
        String.raw`1\. nor that`,
      ].join('\n'),
    );
  });

  it('removes scripts, hidden elements and URLs that do not work elsewhere', () => {
    const html = `<p>x <a href="javascript:alert(1)">a</a> <a href="file:///c:/b">b</a> <img src="data:image/png;base64,AAAA" onerror="x()">
      <script>alert(1)</script><style>p{}</style><b>c</b><span style="display:none">hidden</span></p>`;
    expect(paste(html)).toBe('x a b **c**');
  });
});

it('returns undefined for unstyled, code or oversized HTML and for HTML that equals the plain text', () => {
  expect(paste('<p>just <span>words</span></p>')).toBeUndefined();
  expect(
    paste('<div style="font-family: monospace;white-space: pre;"><div><b>const</b></div></div>'),
  ).toBeUndefined();
  expect(paste(`<b>x</b>${'y'.repeat(2_000_001)}`)).toBeUndefined();
  expect(paste('<b>same</b>', '**same**')).toBeUndefined();
});

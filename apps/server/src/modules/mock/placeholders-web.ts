import { textOr } from './argument.ts';
import type { Placeholder } from './argument.ts';
import { randomCharacters } from './placeholders-basic.ts';
import { randomHex, pick, randomInteger } from './random.ts';
import { counties, protocols, provinces, regions, topDomains } from './sample-words.ts';

const word = () => randomCharacters('aeioubcdfglmnprst', randomInteger(4, 9));
const domain = (end: string) => `${word()}.${end || pick(topDomains)}`;
const randomRgb = () =>
  [randomInteger(0, 255), randomInteger(0, 255), randomInteger(0, 255)].join(', ');

function randomCity(withProvince: boolean): string {
  const province = pick(Object.keys(provinces)) ?? '';
  const city = pick(provinces[province] ?? []) ?? '';
  return withProvince ? `${province} ${city}` : city;
}

/** A size like `200x100`; otherwise a random common banner size. */
function resolveSize(size: unknown): string {
  return typeof size === 'string' && /^\d{1,4}x\d{1,4}$/.test(size)
    ? size
    : (pick(['300x250', '250x250', '240x400', '336x280', '180x150', '728x90', '160x600']) ?? '');
}

const encodePart = (value: unknown) => encodeURIComponent(String(value).replace(/^#/, ''));

export const web = {
  url: (protocol, host) => `${textOr(protocol, 'http')}://${textOr(host, domain(''))}/${word()}`,
  protocol: () => pick(protocols),
  domain: (end) => domain(textOr(end, '')),
  tld: () => pick(topDomains),
  email: (host) => `${word()}.${word()}@${textOr(host, domain(''))}`,
  ip: () => Array.from({ length: 4 }, () => randomInteger(0, 255)).join('.'),
  region: () => pick(regions),
  province: () => pick(Object.keys(provinces)),
  city: (withProvince) => randomCity(withProvince === true),
  county: (withCity) => `${withCity === true ? `${randomCity(true)} ` : ''}${pick(counties)}`,
  zip: () => randomCharacters('0123456789', 6),
  color: () => `#${randomHex(3)}`,
  hex: () => `#${randomHex(3)}`,
  rgb: () => `rgb(${randomRgb()})`,
  rgba: () => `rgba(${randomRgb()}, 0.${randomInteger(1, 99)})`,
  hsl: () => `hsl(${randomInteger(0, 360)}, ${randomInteger(0, 100)}, ${randomInteger(0, 100)})`,
  image(size, background, foreground, format, text) {
    // With three arguments the signature is image(size, background, text).
    const [front, kind, words] =
      text === undefined && format === undefined
        ? [undefined, undefined, foreground]
        : [foreground, format, text];
    const parts = [resolveSize(size), background, front].filter((each) => each !== undefined);
    const end = `${kind === undefined ? '' : `.${encodePart(kind)}`}${words === undefined ? '' : `&text=${encodePart(words)}`}`;
    return `http://dummyimage.com/${parts.map(encodePart).join('/')}${end}`;
  },
  dataImage(size, words) {
    const [width, height] = resolveSize(size).split('x');
    const label = textOr(words, `${width}x${height}`)
      .replaceAll(/[<>&"']/g, ' ')
      .slice(0, 100);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#${randomHex(3)}"/><text x="50%" y="50%" text-anchor="middle">${label}</text></svg>`;
    return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  },
} satisfies Record<string, Placeholder>;

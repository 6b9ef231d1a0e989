import { textOr } from './argument.ts';
import type { Placeholder } from './argument.ts';
import { signs } from './placeholders-basic.ts';
import { hex, pick, whole } from './random.ts';
import { counties, protocols, provinces, regions, topDomains } from './words.ts';

const word = () => signs('aeioubcdfglmnprst', whole(4, 9));
const domain = (end: string) => `${word()}.${end || pick(topDomains)}`;
const hue = () => [whole(0, 255), whole(0, 255), whole(0, 255)].join(', ');

function cityOf(withProvince: boolean): string {
  const province = pick(Object.keys(provinces)) ?? '';
  const city = pick(provinces[province] ?? []) ?? '';
  return withProvince ? `${province} ${city}` : city;
}

/** A size like `200x100`; otherwise a random common banner size. */
function sizeOf(size: unknown): string {
  return typeof size === 'string' && /^\d{1,4}x\d{1,4}$/.test(size)
    ? size
    : (pick(['300x250', '250x250', '240x400', '336x280', '180x150', '728x90', '160x600']) ?? '');
}

const part = (value: unknown) => encodeURIComponent(String(value).replace(/^#/, ''));

export const web = {
  url: (protocol, host) => `${textOr(protocol, 'http')}://${textOr(host, domain(''))}/${word()}`,
  protocol: () => pick(protocols),
  domain: (end) => domain(textOr(end, '')),
  tld: () => pick(topDomains),
  email: (host) => `${word()}.${word()}@${textOr(host, domain(''))}`,
  ip: () => Array.from({ length: 4 }, () => whole(0, 255)).join('.'),
  region: () => pick(regions),
  province: () => pick(Object.keys(provinces)),
  city: (withProvince) => cityOf(withProvince === true),
  county: (withCity) => `${withCity === true ? `${cityOf(true)} ` : ''}${pick(counties)}`,
  zip: () => signs('0123456789', 6),
  color: () => `#${hex(3)}`,
  hex: () => `#${hex(3)}`,
  rgb: () => `rgb(${hue()})`,
  rgba: () => `rgba(${hue()}, 0.${whole(1, 99)})`,
  hsl: () => `hsl(${whole(0, 360)}, ${whole(0, 100)}, ${whole(0, 100)})`,
  image(size, background, foreground, format, text) {
    // With three arguments the signature is image(size, background, text).
    const [front, kind, words] =
      text === undefined && format === undefined
        ? [undefined, undefined, foreground]
        : [foreground, format, text];
    const parts = [sizeOf(size), background, front].filter((each) => each !== undefined);
    const end = `${kind === undefined ? '' : `.${part(kind)}`}${words === undefined ? '' : `&text=${part(words)}`}`;
    return `http://dummyimage.com/${parts.map(part).join('/')}${end}`;
  },
  dataImage(size, words) {
    const [width, height] = sizeOf(size).split('x');
    const label = textOr(words, `${width}x${height}`)
      .replaceAll(/[<>&"']/g, ' ')
      .slice(0, 100);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#${hex(3)}"/><text x="50%" y="50%" text-anchor="middle">${label}</text></svg>`;
    return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  },
} satisfies Record<string, Placeholder>;

import { describe, expect, it } from 'vitest';
import { formatAddress, parseAddress, parseAddressList } from './mail-address.ts';

const emails = (text: string) => parseAddressList(text).people.map(({ email }) => email);

describe('parseAddressList', () => {
  it.each([
    ['lines', 'a@harbor.dev\nb@harbor.dev\r\nc@harbor.dev\n'],
    ['commas', 'a@harbor.dev, b@harbor.dev,c@harbor.dev'],
    ['semicolons and spaces', 'a@harbor.dev; b@harbor.dev  c@harbor.dev'],
    ['Chinese separators', 'a@harbor.dev，b@harbor.dev；c@harbor.dev'],
    ['names', 'Ada <a@harbor.dev>, "Berg, Sofia" <b@harbor.dev>; 王静 <c@harbor.dev>'],
  ])('splits a list with %s', (_case, text) => {
    expect(parseAddressList(text).invalid).toEqual([]);
    expect(emails(text)).toEqual(['a@harbor.dev', 'b@harbor.dev', 'c@harbor.dev']);
  });

  it('keeps names, also those with a comma in quotation marks', () => {
    const { people } = parseAddressList('"Berg, Sofia" <s@harbor.dev>, Jan Novak <j@harbor.dev>');
    expect(people).toEqual([
      { email: 's@harbor.dev', name: 'Berg, Sofia' },
      { email: 'j@harbor.dev', name: 'Jan Novak' },
    ]);
    expect(people.map((person) => parseAddress(formatAddress(person)))).toEqual(people);
  });

  it('returns each address once, in any spelling, and the parts that are no addresses', () => {
    const list = parseAddressList('a@harbor.dev A@HARBOR.dev keiko p.meyer@harbor Mei <mei>');
    expect(list.people).toEqual([{ email: 'a@harbor.dev', name: '' }]);
    expect(list.invalid).toEqual(['keiko', 'p.meyer@harbor', 'Mei <mei>']);
  });
});

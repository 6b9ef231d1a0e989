import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** A received mail as tests read it. `to` contains the envelope recipients. */
interface ReceivedMail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

const [port, folder] = process.argv.slice(2);
if (!port || !folder) throw new Error('usage: node scripts/smtp-sink.ts <port> <folder>');

let count = 0;

async function storeMail(raw: Buffer, session: SMTPServerSession): Promise<void> {
  const parsed = await PostalMime.parse(raw);
  const mail: ReceivedMail = {
    from: parsed.from?.address ?? '',
    to: session.envelope.rcptTo.map((recipient) => recipient.address),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])),
  };
  count += 1;
  const name = `${Date.now()}-${String(count).padStart(6, '0')}.json`;
  const file = path.join(folder ?? '', name);
  // Readers look for .json only, so they never see an incomplete mail.
  await writeFile(`${file}.part`, JSON.stringify(mail, null, 2));
  await rename(`${file}.part`, file);
}

new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  onData(stream, session, done) {
    buffer(stream)
      .then((raw) => storeMail(raw, session))
      .then(() => done(), done);
  },
}).listen(Number(port), '127.0.0.1');

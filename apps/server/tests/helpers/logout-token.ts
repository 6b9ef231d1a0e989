import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { siteSettings } from '../../src/modules/setting/setting.ts';
import { settingRepository } from '../../src/modules/setting/setting.repository.ts';
import { publishSettingsChange } from '../../src/modules/setting/settings.ts';
import { newToken } from '../../src/secrets.ts';
import { jsonReply } from './stub-provider.ts';
import type { TestSite } from './site.ts';

/** An issuer without logins: it publishes its key and signs logout tokens. */
async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const server = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`;
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    };
    jsonReply(request.url === '/keys' ? { keys: [jwk] } : metadata)(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // Shared by a whole test file, it must not keep the process alive.
  server.unref();
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sign = (claims: Record<string, unknown>) =>
    new SignJWT({
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      jti: newToken(),
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'logout+jwt' })
      .setIssuer(issuer)
      .setAudience('octavo')
      .setIssuedAt()
      .sign(privateKey);
  return { issuer, sign };
}

let shared: ReturnType<typeof startIssuer> | undefined;

/** A valid logout token for all sessions of a user, as if they had been started at an OpenID provider. */
export async function prepareLogoutToken(site: TestSite, uid: number): Promise<string> {
  shared ??= startIssuer();
  const { issuer, sign } = await shared;
  const { oauth2_form } = siteSettings.parse({
    oauth2_form: { kind: 'oidc', issuer, client_id: 'octavo' },
  });
  await settingRepository(site.deps.db).save({ oauth2_form });
  publishSettingsChange(site.deps.bus);
  const sub = `person-${uid}`;
  await site.database.query('update device set oidc_issuer = $1, oidc_sub = $2 where uid = $3', [
    issuer,
    sub,
    uid,
  ]);
  return sign({ sub });
}

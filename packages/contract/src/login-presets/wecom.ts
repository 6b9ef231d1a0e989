import type { LoginPreset } from './login-preset.ts';

/**
 * https://developer.work.weixin.qq.com/document/path/98152 (login page)
 * https://developer.work.weixin.qq.com/document/path/91039 (access token of the corporation)
 * https://developer.work.weixin.qq.com/document/path/98176 (user id), https://developer.work.weixin.qq.com/document/path/90196 (member)
 * https://developer.work.weixin.qq.com/document/path/90313 (error codes)
 */
export const wecom: LoginPreset = {
  asks: ['agent_id'],
  form: {
    protocol: 'https',
    host: 'qyapi.weixin.qq.com',
    authorize_path:
      'https://login.work.weixin.qq.com/wwlogin/sso/login?login_type=CorpApp&appid={client_id}&agentid={agent_id}&redirect_uri={redirect_uri}&state={state}',
    // The token is the corporation's; the code is sent with the request for the user id.
    token_path: '/cgi-bin/gettoken?corpid={client_id}&corpsecret={client_secret}',
    userinfo_path: '/cgi-bin/auth/getuserinfo?access_token={access_token}&code={code}',
    profile_path: '/cgi-bin/user/get?access_token={access_token}&userid={id}',
    scope: '',
    client_auth: 'body',
    token_request: 'form',
    token_header: '',
    id_field: 'userid',
    username_field: 'userid',
    name_field: 'name',
    mail_field: 'biz_mail,email',
    tenant_field: '',
  },
  errors: {
    // Secret, corporation, agent, address of this server not trusted, permissions.
    40001: 'providerSetup',
    40013: 'providerSetup',
    40056: 'providerSetup',
    41002: 'providerSetup',
    41004: 'providerSetup',
    48002: 'providerSetup',
    60020: 'providerSetup',
    301002: 'providerSetup',
    // The code: invalid or already used, missing.
    40029: 'attemptEnded',
    41008: 'attemptEnded',
    // The member: outside the visible range of the app, unknown.
    50002: 'accountNotAllowed',
    60011: 'accountNotAllowed',
    60111: 'accountNotAllowed',
    // Busy, too many requests.
    '-1': 'providerDown',
    45009: 'providerDown',
    45033: 'providerDown',
  },
  // People outside of the corporation have an openid and no userid.
  missingId: 'accountNotAllowed',
  idsPerClient: true,
};

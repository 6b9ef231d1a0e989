import type { LoginPreset } from './login-preset.ts';

/**
 * https://open.feishu.cn/document/common-capabilities/sso/api/obtain-oauth-code
 * https://open.feishu.cn/document/uAjLw4CM/ukTMukTMukTM/authentication-management/access-token/get-user-access-token-v3
 * https://open.feishu.cn/document/uAjLw4CM/ukTMukTMukTM/reference/authen-v1/user_info/get
 */
export const feishu: LoginPreset = {
  asks: [],
  form: {
    protocol: 'https',
    host: 'open.feishu.cn',
    authorize_path: 'https://accounts.feishu.cn/open-apis/authen/v1/authorize',
    token_path: 'https://accounts.feishu.cn/oauth/v3/token',
    userinfo_path: '/open-apis/authen/v1/user_info',
    profile_path: '',
    scope: '',
    client_auth: 'body',
    token_request: 'json',
    token_header: '',
    // The same in all apps of the organisation, unlike open_id.
    id_field: 'union_id',
    // Feishu has no login name. Mail and user_id are only returned if the app has these permissions.
    username_field: 'enterprise_email,email,user_id,en_name,name',
    name_field: 'name',
    mail_field: 'enterprise_email,email',
    tenant_field: '',
  },
  errors: {
    // The app: secret, unknown, not installed, not enabled, redirect address, permissions.
    20002: 'providerSetup',
    20009: 'providerSetup',
    20048: 'providerSetup',
    20068: 'providerSetup',
    20069: 'providerSetup',
    20070: 'providerSetup',
    20071: 'providerSetup',
    // The code: unknown, expired, of another app, PKCE, already used.
    20003: 'attemptEnded',
    20004: 'attemptEnded',
    20024: 'attemptEnded',
    20049: 'attemptEnded',
    20065: 'attemptEnded',
    // The user: unknown, outside the availability of the app, resigned, frozen, not registered.
    20008: 'accountNotAllowed',
    20010: 'accountNotAllowed',
    20021: 'accountNotAllowed',
    20022: 'accountNotAllowed',
    20023: 'accountNotAllowed',
    20066: 'accountNotAllowed',
    20050: 'providerDown',
    20072: 'providerDown',
  },
};

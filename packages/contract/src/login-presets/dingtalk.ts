import type { LoginPreset } from './login-preset.ts';

/**
 * https://open.dingtalk.com/document/orgapp/tutorial-obtaining-user-personal-information
 * https://open.dingtalk.com/document/orgapp/obtain-user-token
 * https://open.dingtalk.com/document/orgapp/dingtalk-retrieve-user-information
 */
export const dingtalk: LoginPreset = {
  // Any user of DingTalk can sign in to the app; the organisation that they chose is checked here.
  asks: ['tenant'],
  form: {
    protocol: 'https',
    host: 'api.dingtalk.com',
    authorize_path:
      'https://login.dingtalk.com/oauth2/auth?client_id={client_id}&redirect_uri={redirect_uri}&state={state}&response_type=code&scope=openid%20corpid&prompt=consent&corpId={tenant}',
    token_path: '/v1.0/oauth2/userAccessToken',
    userinfo_path: '/v1.0/contact/users/me',
    profile_path: '',
    scope: '',
    client_auth: 'body',
    token_request: 'camelJson',
    token_header: 'x-acs-dingtalk-access-token',
    // The same in all apps of the organisation, unlike openId.
    id_field: 'unionId',
    // The mail is only returned if the app has this permission.
    username_field: 'email,nick',
    name_field: 'nick',
    mail_field: 'email',
    tenant_field: 'corpId',
  },
  errors: {
    invalidClientIdOrSecret: 'providerSetup',
    'Forbidden.AccessDenied.AccessTokenPermissionDenied': 'providerSetup',
    'invalidParameter.authCode.notFound': 'attemptEnded',
  },
};

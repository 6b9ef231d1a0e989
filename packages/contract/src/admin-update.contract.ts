import { z } from 'zod';
import { admin, auditor } from './access.ts';
import { appliedUpdate, stagedUpdate, updateHistory, updateInfo } from './admin-update.entities.ts';
import { defineCall } from './define-call.ts';

export const checkUpdate = defineCall({
  path: '/api/adminUpdate/checkUpdate',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary:
    'Get the running version and the newer version that the update feed offers, if its signature is valid.',
  limit: { per: 'user', times: 200, seconds: 600 },
  request: z.object({}),
  response: updateInfo,
});

/** Takes no URL and no version from the client: only the signed manifest of the feed is used. */
export const download = defineCall({
  path: '/api/adminUpdate/download',
  kind: 'command',
  audit: [],
  access: admin,
  scope: 'admin',
  transaction: 'own',
  summary:
    'Download the offered release from the feed, verify it and store it next to the current one.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.object({}),
  response: stagedUpdate,
});

export const updateFiles = defineCall({
  path: '/api/adminUpdate/updateFiles',
  kind: 'command',
  audit: [],
  access: admin,
  scope: 'admin',
  transaction: 'own',
  summary:
    'Switch to the downloaded release with the launcher. Without a launcher, return the command for the operator.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.object({}),
  response: appliedUpdate,
});

export const history = defineCall({
  path: '/api/adminUpdate/history',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary:
    'List the releases that ran on this site, with update information that needs no request to the feed.',
  request: z.object({}),
  response: updateHistory,
});

import { z } from 'zod';
import { admin } from './access.ts';
import { appliedUpdate, stagedUpdate, updateHistory, updateInfo } from './admin-update.entities.ts';
import { defineCall } from './define-call.ts';

export const checkUpdate = defineCall({
  path: '/api/adminUpdate/checkUpdate',
  kind: 'query',
  access: admin,
  summary: 'Which version runs, and which newer one the configured feed offers, by its signature.',
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
  transaction: 'own',
  summary: 'Fetch the offered release from the feed, verify it and lay it beside the present one.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.object({}),
  response: stagedUpdate,
});

export const updateFiles = defineCall({
  path: '/api/adminUpdate/updateFiles',
  kind: 'command',
  audit: [],
  access: admin,
  transaction: 'own',
  summary:
    'Let the launcher go over to the release that was fetched; without a launcher, tell the operator’s command.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.object({}),
  response: appliedUpdate,
});

export const history = defineCall({
  path: '/api/adminUpdate/history',
  kind: 'query',
  access: admin,
  summary: 'Which releases served this site, and what is known of updates without asking the feed.',
  request: z.object({}),
  response: updateHistory,
});

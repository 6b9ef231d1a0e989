/**
 * The expected error code of every call on an item, for every actor and every state of the item. The table is the
 * reviewed specification of rights, written by hand and not computed from the product. 0 is success.
 */
export const STATES = [
  'public',
  'private',
  'archived',
  'type 3',
  'deleted',
  'page in bin',
  'disabled owner',
] as const;
export type State = (typeof STATES)[number];

export const ACTORS = [
  'visitor',
  'visitor with pass',
  'visitor with share key',
  'stranger',
  'owner',
  'former owner',
  'administrator',
  /** Reads the console, and is an ordinary user in items. */
  'auditor',
  'reading member',
  'editing member',
  /** Limited to the first-level catalog that contains the page of this table. */
  'limited reader',
  'limited editor',
  'reading team member',
  'editing team member',
  'limited team editor',
  /** Owns a team that is linked to the item, but not the item. */
  'team owner',
  'removed member',
  'member who left a team',
  'disabled user',
  'expired session',
  'API token holder',
  /** Edits one catalog; the page of this table is in another. */
  'editor of another catalog',
  /** A reading member who edits one other catalog through a team. */
  'reader who edits another catalog',
] as const;
export type Actor = (typeof ACTORS)[number];

/**
 * Rights through a team equal rights through membership; a removed right equals no right; an ended session equals a
 * visitor.
 */
const EQUIVALENT_ACTORS: Partial<Record<Actor, Actor>> = {
  auditor: 'stranger',
  'limited reader': 'reading member',
  'limited editor': 'editing member',
  'reading team member': 'reading member',
  'editing team member': 'editing member',
  'limited team editor': 'limited editor',
  'team owner': 'stranger',
  'removed member': 'stranger',
  'member who left a team': 'stranger',
  'disabled user': 'visitor',
  'expired session': 'visitor',
  'API token holder': 'visitor',
};

type Row = Readonly<Partial<Record<Actor, readonly number[]>>>;

/** Returns the expected error code of a call; undefined if the table has no entry. */
export function expectedCode(name: string, actor: Actor, stateIndex: number): number | undefined {
  const codes = MATRIX[name]?.[actor];
  if (codes) return codes[stateIndex];
  const same = EQUIVALENT_ACTORS[actor];
  return same && expectedCode(name, same, stateIndex);
}

const [LOGIN, DENIED, PRIVATE, NOT_OWNER, GONE, ARCHIVED] = [
  10102, 10103, 10307, 10303, 10101, 10605,
];

const all = (code: number) => STATES.map(() => code);

//                          public  private archived  type 3    deleted page in bin disabled owner
const readItemOutside = [0, PRIVATE, 0, 0, GONE, 0, 0] as const;
const readItemInside = [0, 0, 0, 0, GONE, 0, 0] as const;
const readPageOutside = [0, PRIVATE, 0, 0, GONE, GONE, 0] as const;
const readPageInside = [0, 0, 0, 0, GONE, GONE, 0] as const;
const editItemOutside = [DENIED, PRIVATE, DENIED, DENIED, GONE, DENIED, DENIED] as const;
const editItemReader = [DENIED, DENIED, DENIED, DENIED, GONE, DENIED, DENIED] as const;
const editItemOwner = [0, 0, ARCHIVED, DENIED, GONE, 0, LOGIN] as const;
const editItemEditor = [0, 0, ARCHIVED, DENIED, GONE, 0, 0] as const;
const editPageOutside = [DENIED, PRIVATE, DENIED, DENIED, GONE, GONE, DENIED] as const;
const editPageReader = [DENIED, DENIED, DENIED, DENIED, GONE, GONE, DENIED] as const;
// In a public item everyone can read; in a private one, other catalogs do not exist for a limited member.
const readPageElsewhere = [0, GONE, 0, 0, GONE, GONE, 0] as const;
const editPageElsewhere = [DENIED, GONE, DENIED, DENIED, GONE, GONE, DENIED] as const;
const editPageOwner = [0, 0, ARCHIVED, DENIED, GONE, GONE, LOGIN] as const;
const editPageEditor = [0, 0, ARCHIVED, DENIED, GONE, GONE, 0] as const;
const ownOutside = [
  NOT_OWNER,
  NOT_OWNER,
  NOT_OWNER,
  NOT_OWNER,
  GONE,
  NOT_OWNER,
  NOT_OWNER,
] as const;
const ownOwner = [0, 0, 0, 0, GONE, 0, LOGIN] as const;

function toRow(
  visitors: { plain: readonly number[]; pass: readonly number[] },
  users: {
    outside: readonly number[];
    owner: readonly number[];
    reader: readonly number[];
    editor: readonly number[];
    otherCatalog: readonly number[];
    readerAndEditor: readonly number[];
  },
): Row {
  return {
    visitor: visitors.plain,
    'visitor with pass': visitors.pass,
    'visitor with share key': visitors.plain,
    stranger: users.outside,
    owner: users.owner,
    'former owner': users.outside,
    // Administrators have no rights in other users' items.
    administrator: users.outside,
    'reading member': users.reader,
    'editing member': users.editor,
    'editor of another catalog': users.otherCatalog,
    'reader who edits another catalog': users.readerAndEditor,
  };
}

const noVisitors = { plain: all(LOGIN), pass: all(LOGIN) };

const readItem = toRow(
  { plain: readItemOutside, pass: readItemInside },
  {
    outside: readItemOutside,
    owner: readItemInside,
    reader: readItemInside,
    editor: readItemInside,
    otherCatalog: readItemInside,
    readerAndEditor: readItemInside,
  },
);
const readPage = toRow(
  { plain: readPageOutside, pass: readPageInside },
  {
    outside: readPageOutside,
    owner: readPageInside,
    reader: readPageInside,
    editor: readPageInside,
    otherCatalog: readPageElsewhere,
    readerAndEditor: readPageInside,
  },
);
const editItem = toRow(noVisitors, {
  outside: editItemOutside,
  owner: editItemOwner,
  reader: editItemReader,
  editor: editItemEditor,
  // They may edit some part of the item; the call itself checks which one.
  otherCatalog: editItemEditor,
  readerAndEditor: editItemEditor,
});
const editPage = toRow(noVisitors, {
  outside: editPageOutside,
  owner: editPageOwner,
  reader: editPageReader,
  editor: editPageEditor,
  otherCatalog: editPageElsewhere,
  readerAndEditor: editPageReader,
});
const own = toRow(noVisitors, {
  outside: ownOutside,
  owner: ownOwner,
  reader: ownOutside,
  editor: ownOutside,
  otherCatalog: ownOutside,
  readerAndEditor: ownOutside,
});

/** Only editors may export, even if the item cannot be changed any more. */
const NO_EXPORT = 10302;
const exportItem = toRow(noVisitors, {
  outside: [NO_EXPORT, PRIVATE, NO_EXPORT, NO_EXPORT, GONE, NO_EXPORT, NO_EXPORT],
  owner: [0, 0, 0, 0, GONE, 0, LOGIN],
  reader: [NO_EXPORT, NO_EXPORT, NO_EXPORT, NO_EXPORT, GONE, NO_EXPORT, NO_EXPORT],
  editor: [0, 0, 0, 0, GONE, 0, 0],
  otherCatalog: [0, 0, 0, 0, GONE, 0, 0],
  readerAndEditor: [0, 0, 0, 0, GONE, 0, 0],
});

const noExportPage = [NO_EXPORT, NO_EXPORT, NO_EXPORT, NO_EXPORT, GONE, GONE, NO_EXPORT];
const exportPage = toRow(noVisitors, {
  outside: [NO_EXPORT, PRIVATE, NO_EXPORT, NO_EXPORT, GONE, GONE, NO_EXPORT],
  owner: [0, 0, 0, 0, GONE, GONE, LOGIN],
  reader: noExportPage,
  editor: [0, 0, 0, 0, GONE, GONE, 0],
  otherCatalog: [NO_EXPORT, GONE, NO_EXPORT, NO_EXPORT, GONE, GONE, NO_EXPORT],
  readerAndEditor: noExportPage,
});

const explainOutside = [NOT_OWNER, PRIVATE, NOT_OWNER, NOT_OWNER, GONE, GONE, NOT_OWNER];
const explainMember = [NOT_OWNER, NOT_OWNER, NOT_OWNER, NOT_OWNER, GONE, GONE, NOT_OWNER];
const readPageOwner = [0, 0, 0, 0, GONE, GONE, LOGIN];

/** An editing member may only delete their own pages; the page of this table belongs to another user. */
const deleteOthers = {
  ...editPage,
  'editing member': [DENIED, DENIED, ARCHIVED, DENIED, GONE, GONE, DENIED],
};
const limitedEditor = [DENIED, DENIED, ARCHIVED, DENIED, GONE, DENIED, DENIED];
/** First-level catalogs are outside every limit, including the granted catalog itself. */
const firstLevel = {
  ...editItem,
  'limited editor': limitedEditor,
  'editor of another catalog': limitedEditor,
  'reader who edits another catalog': limitedEditor,
};
const atCatalogElsewhere = {
  'editor of another catalog': [DENIED, GONE, DENIED, DENIED, GONE, DENIED, DENIED],
  'reader who edits another catalog': [DENIED, DENIED, DENIED, DENIED, GONE, DENIED, DENIED],
};
const deleteCatalog = {
  ...editItem,
  'editing member': [DENIED, DENIED, ARCHIVED, DENIED, GONE, 0, DENIED],
  'limited editor': limitedEditor,
  ...atCatalogElsewhere,
};
/** The same for calls that name the item and catalogs of it. */
const selectedElsewhere = {
  'editor of another catalog': [DENIED, GONE, ARCHIVED, DENIED, GONE, DENIED, DENIED],
  'reader who edits another catalog': [DENIED, DENIED, ARCHIVED, DENIED, GONE, DENIED, DENIED],
};
const unknownMove = [GONE, GONE, ARCHIVED, DENIED, GONE, GONE, GONE];
const TREE_CHANGED = 10638;
const sortElsewhere = [GONE, GONE, ARCHIVED, DENIED, GONE, GONE, GONE];

/** Lists of the caller's own: visitors have none. */
const readPageAsUser = {
  ...readPage,
  owner: readPageOwner,
  visitor: [LOGIN, PRIVATE, LOGIN, LOGIN, GONE, GONE, LOGIN],
  'visitor with pass': [LOGIN, LOGIN, LOGIN, LOGIN, GONE, GONE, LOGIN],
  'visitor with share key': [LOGIN, PRIVATE, LOGIN, LOGIN, GONE, GONE, LOGIN],
};

export const MATRIX: Readonly<Record<string, Row>> = {
  'item.info': readItem,
  'item.search': readItem,
  'item.detail': own,
  'item.update': { ...own, owner: [0, 0, ARCHIVED, 0, GONE, 0, LOGIN] },
  'item.archive': own,
  'item.delete': own,
  'item.attorn': own,
  'item.getKey': own,
  'item.resetKey': own,
  // About another user; every reader may request it about themselves.
  'item.explainAccess': {
    ...own,
    visitor: [LOGIN, PRIVATE, LOGIN, LOGIN, GONE, GONE, LOGIN],
    'visitor with pass': [LOGIN, LOGIN, LOGIN, LOGIN, GONE, GONE, LOGIN],
    'visitor with share key': [LOGIN, PRIVATE, LOGIN, LOGIN, GONE, GONE, LOGIN],
    stranger: explainOutside,
    owner: readPageOwner,
    'former owner': explainOutside,
    administrator: explainOutside,
    'reading member': explainMember,
    'editing member': explainMember,
    'editor of another catalog': [NOT_OWNER, GONE, NOT_OWNER, NOT_OWNER, GONE, GONE, NOT_OWNER],
    'reader who edits another catalog': explainMember,
  },
  'member.getList': own,
  'member.mentionable': editItem,
  'member.save': { ...own, owner: [0, 0, ARCHIVED, 0, GONE, 0, LOGIN] },
  'member.delete': own,
  'teamItem.getList': own,
  'catalog.catListGroup': readItem,
  'catalog.catListName': readItem,
  'catalog.branch': { ...readItem, 'editor of another catalog': [0, GONE, 0, 0, GONE, 0, 0] },
  'catalog.getPagesBycat': {
    ...editItem,
    'editor of another catalog': [0, GONE, ARCHIVED, DENIED, GONE, 0, 0],
  },
  'catalog.save': firstLevel,
  'catalog.batUpdate': { ...firstLevel, ...selectedElsewhere },
  'catalog.delete': deleteCatalog,
  'catalog.copy': { ...firstLevel, ...atCatalogElsewhere },
  'catalog.move': { ...firstLevel, ...selectedElsewhere },
  // Only the user who has made a move can undo it; here it was the owner, and the page was deleted afterwards.
  'catalog.undoMove': {
    ...editItem,
    owner: [0, 0, ARCHIVED, DENIED, GONE, TREE_CHANGED, LOGIN],
    'editing member': unknownMove,
    'editor of another catalog': unknownMove,
    'reader who edits another catalog': unknownMove,
  },
  'catalog.deleteMany': {
    ...editItem,
    'editing member': [DENIED, DENIED, ARCHIVED, DENIED, GONE, 0, DENIED],
    'limited editor': limitedEditor,
    ...selectedElsewhere,
  },
  'export.word': exportItem,
  'export.markdown': exportItem,
  'export.html': exportItem,
  'export.openapi': exportItem,
  'export.begin': exportItem,
  'page.info': readPage,
  'page.history': readPage,
  'page.diff': readPage,
  'page.save': editPage,
  'page.rename': editPage,
  'page.duplicate': editPage,
  'page.move': {
    ...editItem,
    owner: editPageOwner,
    'editing member': editPageEditor,
    'editor of another catalog': [DENIED, GONE, ARCHIVED, DENIED, GONE, GONE, DENIED],
    'reader who edits another catalog': [DENIED, DENIED, ARCHIVED, DENIED, GONE, GONE, DENIED],
  },
  'page.sort': {
    ...editItem,
    owner: editPageOwner,
    'editing member': editPageEditor,
    'editor of another catalog': sortElsewhere,
    'reader who edits another catalog': sortElsewhere,
  },
  'page.suggest': editItem,
  'page.headings': readPage,
  'page.backlinks': readPage,
  'page.updateHistoryComments': editPage,
  'page.delete': deleteOthers,
  'page.createSinglePage': editPage,
  'page.saveDraft': editPage,
  'home.viewed': readPageAsUser,
  'favourite.add': readPageAsUser,
  'page.setLock': editPage,
  'page.isLock': readPage,
  'page.askLock': editPage,
  // Only the holder of a lock can answer, and here the page is not locked.
  'page.answerLock': {
    ...editPage,
    owner: [GONE, GONE, ARCHIVED, DENIED, GONE, GONE, LOGIN],
    'editing member': [GONE, GONE, ARCHIVED, DENIED, GONE, GONE, GONE],
  },
  'page.upload': editPage,
  'page.uploadImg': editPage,
  'page.uploadList': readPage,
  'page.downloadFiles': readPage,
  // A file can be deleted by its uploader; the file of this table belongs to the owner.
  'page.deleteUploadFile': deleteOthers,
  // Requires an own file, and this one belongs to the owner.
  'attachment.bindingPage': {
    ...editPage,
    'editing member': [GONE, GONE, ARCHIVED, DENIED, GONE, GONE, GONE],
  },
  'sheet.read': editPage,
  'sheet.export': exportPage,
  'mock.add': editPage,
  'mock.infoByPageId': editPage,
  'mock.sample': editPage,
  // The call enables the mock path: an archived item never becomes more visible.
  'mock.openPath': { ...own, owner: [0, 0, ARCHIVED, 0, GONE, 0, LOGIN] },
  'recycle.getList': own,
  // Only a page in the recycle bin can be restored.
  'recycle.recover': {
    ...own,
    owner: [GONE, GONE, ARCHIVED, NOT_OWNER, GONE, 0, LOGIN],
  },
};

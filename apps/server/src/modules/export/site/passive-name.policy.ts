/** Extensions that common web servers and browsers map to types that cannot run scripts. */
const PASSIVE: ReadonlySet<string> = new Set(
  [
    'png apng jpg jpeg gif bmp webp avif ico tif tiff heic psd',
    'mp3 m4a wav ogg oga opus flac mp4 m4v mov webm ogv avi mkv',
    'pdf doc docx xls xlsx ppt pptx odt ods odp rtf epub vsd vsdx xmind wps et dps',
    'zip 7z rar tar gz tgz bz2 xz zst jar apk ipa dmg iso exe msi deb rpm bin',
    'txt csv json',
  ].flatMap((extensions) => extensions.split(' ')),
);

/**
 * The name of an uploaded file in an exported site. A file such as `x.html` would run its scripts in the origin that
 * hosts the site, so all other extensions get `.txt` appended.
 */
export function passiveName(name: string): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1] ?? '';
  return PASSIVE.has(extension.toLowerCase()) ? name : `${name}.txt`;
}

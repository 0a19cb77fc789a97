const extensionsByType: Record<string, string> = {
  'application/ics': 'ics',
  'application/json': 'json',
  'application/ms-tnef': 'dat',
  'application/msword': 'doc',
  'application/pdf': 'pdf',
  'application/pgp-signature': 'asc',
  'application/pkcs7-signature': 'p7s',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'audio/mpeg': 'mp3',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tiff',
  'image/webp': 'webp',
  'message/delivery-status': 'txt',
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/rfc822-headers': 'txt',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
}

const maxFilenameLength = 200

/**
 * Makes a sender's file name safe: NFC first (so that no character becomes a separator later), last path segment
 * only, no control, bidirectional or reserved characters. Null for '' and names made of dots.
 */
export function safeFilename(name: string): string | null {
  const lastPart = name
    .normalize('NFC')
    .split(/[/\\\u2215\u2044\uff0f\uff3c]/)
    .findLast((part) => part.trim() !== '')
  const cleaned = (lastPart ?? '')
    .replace(/\s+/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g, '')
    .replace(/\.{2,}/g, '.')
    .trim()
  if (/^\.*$/.test(cleaned)) return null
  return shorten(cleaned)
}

/** Cuts before the extension, and never inside a surrogate pair. */
function shorten(name: string): string {
  if (name.length <= maxFilenameLength) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > name.length - 20 && dot > 0 ? name.slice(dot) : ''
  return (
    name
      .slice(0, maxFilenameLength - extension.length)
      .toWellFormed()
      .replace(/\ufffd$/, '') + extension
  )
}

/** A name for an unnamed part: its kind, its position among the attachments, and an extension that opens it. */
export function generateFilename(contentType: string, position: number): string {
  const [kind = ''] = contentType.split('/')
  const stem =
    { image: 'image', audio: 'audio', video: 'video', message: 'message' }[kind] ??
    (contentType === 'text/calendar' ? 'invite' : 'attachment')
  return `${stem}-${position}.${extensionsByType[contentType] ?? 'bin'}`
}

/**
 * Reply prefixes of mail clients: Outlook, Gmail, Apple Mail, Thunderbird, Lotus Notes and GroupWise, in the
 * languages they ship in.
 */
const replyPrefixes = [
  ...[
    're',
    'aw',
    'antw',
    'antwort',
    'sv',
    'vs',
    'vá',
    'ref',
    'rif',
    'r',
    'res',
    'resp',
    'odp',
    'ynt',
    'yan',
    'ats',
  ],
  ...[
    'atb',
    'bls',
    'tl',
    'ΑΠ',
    'ΣΧΕΤ',
    'отв',
    'відп',
    'השב',
    'תשובה',
    'رد',
    'پاسخ',
    '回复',
    '回覆',
    '答复',
    '返信',
  ],
  ...['답장', '회신', 'ตอบกลับ'],
]

const forwardPrefixes = [
  ...[
    'fwd',
    'fw',
    'wg',
    'wtr',
    'tr',
    'rv',
    'enc',
    'i',
    'inoltro',
    'doorst',
    'vb',
    'vl',
    'fs',
    'pd',
    'ilt',
    'i̇lt',
  ],
  ...[
    'továbbítás',
    'trs',
    'ct',
    'ΠΡΘ',
    'пересл',
    'пер',
    'הועבר',
    'إعادة توجيه',
    '转发',
    '轉寄',
    '転送',
    '전달',
  ],
]

/** "Re:", "RE[4]:", "Re(2):", "Re^2:", "回复：" with a full-width colon. */
const prefixPattern = (words: string[]) =>
  new RegExp(`^(?:${words.join('|')})\\s*(?:\\[\\d+\\]|\\(\\d+\\)|[\\^*]?\\d+)?\\s*[:\\uff1a]\\s*`, 'iu')

const replyPattern = prefixPattern(replyPrefixes)
const forwardPattern = prefixPattern(forwardPrefixes)
const leadingTagPattern = /^\[[^[\]]*\]\s*/u

/**
 * The subject without reply and forward prefixes, list tags and "(fwd)" (RFC 5256 section 2.1, in more languages). A
 * subject that is only a tag stays. Compare results case-insensitively.
 */
export function baseSubject(subject: string): string {
  let text = collapseWhitespace(subject)
  for (;;) {
    const shorter = stripOnce(text)
    if (shorter === text) return text
    text = shorter
  }
}

/** The subject of a reply: exactly one "Re:" in front. Other reply prefixes are removed; tags and "Fwd:" stay. */
export function replySubject(subject: string): string {
  const tags: string[] = []
  let text = collapseWhitespace(subject)
  for (;;) {
    const reply = replyPattern.exec(text)
    const tag = reply ? null : leadingTagPattern.exec(text)
    const [match] = reply ?? tag ?? []
    if (!match) break
    // A tag counts only if a reply prefix may follow it; the last tags go back in front.
    if (tag) tags.push(match.trim())
    text = text.slice(match.length)
  }
  return ['Re:', ...tags, text].filter((piece) => piece !== '').join(' ')
}

const collapseWhitespace = (subject: string) => subject.replace(/\s+/gu, ' ').trim()

function stripOnce(text: string): string {
  const withoutTrailer = text.replace(/\s*\(fwd\)$/iu, '')
  if (withoutTrailer !== text) return withoutTrailer
  const wrapped = /^\[(?:fwd|fw|wg|tr):\s*(.*)\]$/iu.exec(text)
  if (wrapped) return (wrapped[1] ?? '').trim()
  const match = replyPattern.exec(text) ?? forwardPattern.exec(text)
  if (match) return text.slice(match[0].length)
  const untagged = text.replace(leadingTagPattern, '')
  return untagged === '' ? text : untagged
}

/**
 * Detects whether a text announces an attachment, in English and German. Phrases about other people's attachments,
 * requests for one, and denials are removed first; what remains must announce one.
 */

const word = String.raw`[\p{L}\p{N}'’-]+`
const words = (most: number) => `(?:${word} ){0,${most}}`
const not = `(?:n['’]t|not|never|no longer)`
const kinds =
  'file|files|pdf|document|documents|screenshot|screenshots|scan|scans|spreadsheet|photo|photos|picture|pictures'

const pattern = (...parts: string[]) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${parts.join('|')})`, 'giu')

const notAnnouncement = pattern(
  // Someone else's: "the file you attached", "your attachment", "the attachment you sent"
  "(?:you|they|he|she)(?:['’]ve|['’]d)? (?:have |had |has |already |just |kindly |recently |also )*(?:attach|enclos)\\p{L}*",
  `(?:your|their|his|her) (?:attached|enclosed|attachments?)`,
  'attachments? (?:that |which )?(?:you|they|he|she|the customer)\\b',
  'thank(?:s| you)(?: very much| so much)? for (?:the |your |these )?(?:attached|attachments?)',
  // Requested: "could you attach", "please send it as an attachment"
  '(?:please|kindly|could|can|would|will|should|must|how to|need to|remember to|sure to|able to)(?: you)? (?:please |also |kindly )?(?:attach|enclose)\\b',
  `(?:please|kindly|you|to)(?: can| could| may| should| might)? ${words(1)}(?:add|upload|include|resend|re-send|send|forward) [^.!?]*?attach\\p{L}*`,
  // Denied: "no attachment", "isn't attached", "the attachment is missing"
  '(?:no|any|without|missing|empty) (?:an? |the |any )?attachments?',
  `(?:no|nothing|none|strings|${not}) ${words(2)}(?:attach(?:ed|ing)?|enclosed)\\b`,
  `(?:\\p{L}+n['’]t) ${words(2)}(?:attach(?:ed|ing)?|enclosed)\\b`,
  `attachments? ${words(2)}(?:${not}|missing|empty|corrupt(?:ed)?|broken|blocked|gone|too (?:big|large))\\b`,
  `attachments? (?:\\p{L}+n['’]t)\\b`,
  'attachments? (?:limits?|sizes?|types?)\\b',
  // Another meaning: "attached to the wall", but not "attached to this email"
  '(?:very|so|too|quite|really|emotionally|deeply|get|gets|got|grow|grown|become|became) attached',
  'attached to (?!(?:this|the|my|our) (?:e-?mail|mail|message|reply|note|ticket))',
  // The same in German
  '(?:kein|keine|keinen|ohne|ihr|ihre|ihren|ihrem|dein|deine|deinen|deinem) (?:anhang|anhänge|anhängen|anlage)',
  '(?:anhang|anlage) (?:fehlt|ist leer|nicht|war nicht|lässt sich)',
  '(?:nicht|nichts) (?:angehängt|beigefügt)',
)

const announcement = pattern(
  // "attached" as a participle
  `(?:attached|enclosed|pfa)\\b`,
  // "I am attaching"
  `(?:i|we|i['’]ll|we['’]ll|i['’]m|we['’]re|i['’]ve|we['’]ve) ${words(3)}(?:attach|attaching|enclose|enclosing)\\b`,
  '^(?:attaching|enclosing)\\b',
  // "see the attachment"
  `(?:see|find|open|review|check|read|sign|print|complete|in|as|with|per|from) (?:the |this |these |my |our |an |both |all )?(?:\\p{L}+ )?attachments?\\b`,
  '(?:the|this|my|our) attachments? (?:contains?|shows?|explains?|lists?|has|have|includes?|describes?|covers?)\\b',
  // "here is the file", unless it is a link
  `(?:here['’]s|here is|here are) (?:the|your|my|our|a|an|some) ${words(2)}(?:${kinds})\\b(?!.*\u0001)`,
  // German
  '(?:anbei|angehängt\\p{L}*|beigefügt\\p{L}*|beiliegend\\p{L}*|anhängend)(?!\\p{L})',
  '(?:im|den|der|als|siehe) (?:\\p{L}+ )?(?:anhang|anhänge|anlage)(?!\\p{L})',
  '(?:hänge|füge) [^.!?]*?(?:an|bei)(?!\\p{L})',
)

/** False when the text contains an image, which may be what it means. Quoted text is ignored. */
export function mentionsAttachment(html: string): boolean {
  if (/<img\b/i.test(html)) return false
  return sentencesOf(withoutQuotes(html)).some((sentence) =>
    new RegExp(announcement).test(sentence.replace(notAnnouncement, ' … ')),
  )
}

/** Quotes can be nested, and there may be text between two of them. */
function withoutQuotes(html: string): string {
  let depth = 0
  return html
    .split(/(<\/?(?:blockquote|pre|code)\b[^>]*>)/i)
    .filter((part) => {
      if (/^<\/(?:blockquote|pre|code)\b/i.test(part)) depth = Math.max(0, depth - 1)
      else if (/^<(?:blockquote|pre|code)\b/i.test(part)) depth += 1
      else return depth === 0
      return false
    })
    .join(' ')
}

function sentencesOf(html: string): string[] {
  return html
    .replace(/<a\b[^>]*>/gi, '\u0001')
    .replace(/<(?:br|\/?(?:p|div|li|ul|ol|h\d|tr|td|th|table))\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/gi, ' ')
    .replace(/&(?:#39|apos|rsquo);/gi, "'")
    .replace(/&gt;/gi, '>')
    .split(/\n|(?<=[.!?])\s+/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '' && !sentence.startsWith('>'))
}

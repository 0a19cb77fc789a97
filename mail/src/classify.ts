import { parseBounce } from './bounce/read-bounce.ts'
import { headerValue, headerValues } from './headers.ts'
import type { Bounce, ParsedMail } from './types.ts'

export type Classification = {
  kind: 'normal' | 'auto_reply' | 'bounce'
  /** For example failed, delayed, success-report, vacation, auto-generated, mailing-list. Null for ordinary mail. */
  subtype: string | null
  /** No automatic reply may be sent, whatever the workspace's rules say (RFC 3834 section 2). */
  suppress_auto_reply: boolean
  suppress_reasons: string[]
  bounce: Bounce | null
}

/**
 * Distinguishes mail written by people from mail sent by programs: bounces first, then automatic replies by header,
 * then by subject.
 */
export function classifyMail(mail: ParsedMail): Classification {
  const reasons = findSuppressReasons(mail)
  const bounce = parseBounce(mail)
  if (bounce) {
    const subtype = { delayed: 'delayed', delivered: 'success-report', relayed: 'success-report' }[
      bounce.action
    ]
    return classifyAutomatic('bounce', subtype ?? 'failed', ['delivery report', ...reasons], bounce)
  }
  const subtype = autoReplySubtype(mail)
  if (subtype)
    return classifyAutomatic('auto_reply', subtype, reasons.length > 0 ? reasons : ['automatic reply'], null)
  return {
    kind: 'normal',
    subtype: isMailingList(mail) ? 'mailing-list' : null,
    suppress_auto_reply: reasons.length > 0,
    suppress_reasons: reasons,
    bounce: null,
  }
}

const classifyAutomatic = (
  kind: 'auto_reply' | 'bounce',
  subtype: string,
  suppress_reasons: string[],
  bounce: Bounce | null,
): Classification => ({ kind, subtype, suppress_auto_reply: true, suppress_reasons, bounce })

/** Accounts of programs: a reply to them bounces or starts a loop. */
const systemSenderPattern =
  /^(?:mailer-daemon|postmaster|daemon|root|no-?_?\.?reply|do-?not-?reply|bounces?|majordomo|listserv)(?:[+-].*)?@|^mailer-daemon$/

function findSuppressReasons(mail: ParsedMail): string[] {
  const value = (name: string) => headerValue(mail.headers, name).toLowerCase()
  const autoSubmitted = value('auto-submitted')
  const reasons: [string, boolean][] = [
    ['null return-path', headerValues(mail.headers, 'return-path').some((path) => path.trim() === '<>')],
    ['auto-submitted', autoSubmitted !== '' && !/^no\b/.test(autoSubmitted)],
    ['precedence', /\b(?:bulk|junk|list|auto_reply)\b/.test(value('precedence'))],
    ['x-auto-response-suppress', isSuppressHeader(value('x-auto-response-suppress'))],
    ['x-autoreply', autoReplyHeaders.some((name) => /^(?!no\b)./.test(value(name)))],
    ['list headers', isMailingList(mail)],
    [
      'system sender',
      [...mail.from, ...mail.sender].some(({ address }) => systemSenderPattern.test(address)),
    ],
    ['read receipt or feedback report', reportSubtype(mail) !== null],
  ]
  return reasons.filter(([, applies]) => applies).map(([reason]) => reason)
}

/** MS-OXCMAIL section 2.2.3.2.14: the automatic replies that the sender does not want. */
const isSuppressHeader = (value: string) => /\b(?:all|oof|autoreply)\b/.test(value)

const autoReplyHeaders = [
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-auto-reply',
  'x-mail-autoreply',
]

const isMailingList = (mail: ParsedMail) =>
  ['list-id', 'list-post', 'list-unsubscribe-post', 'x-mailing-list', 'x-beenthere', 'mailing-list'].some(
    (name) => headerValue(mail.headers, name) !== '',
  )

function autoReplySubtype(mail: ParsedMail): string | null {
  const value = (name: string) => headerValue(mail.headers, name).toLowerCase()
  const report = reportSubtype(mail)
  if (report) return report
  const away = autoReplySubjectSubtype(mail.subject)
  const autoSubmitted = value('auto-submitted')
  if (/^auto-replied/.test(autoSubmitted)) return away ?? 'vacation'
  if (autoSubmitted !== '' && !/^no\b/.test(autoSubmitted))
    return away ?? receiptSubtype(mail) ?? 'auto-generated'
  if (autoReplyHeaders.some((name) => /^(?!no\b)./.test(value(name)))) return away ?? 'vacation'
  if (/\bauto_reply\b/.test(value('precedence'))) return away ?? 'vacation'
  if (/vacation/.test(value('x-apple-action')) || value('x-ms-exchange-inbox-rules-loop') !== '')
    return 'vacation'
  return away
}

function reportSubtype(mail: ParsedMail): string | null {
  const types = new Set(mail.attachments.map(({ content_type }) => content_type))
  if (types.has('message/disposition-notification')) return 'read-receipt'
  return types.has('message/feedback-report') ? 'feedback-report' : null
}

const receiptSubtype = (mail: ParsedMail) =>
  /received your (?:request|message|e-?mail|ticket)|ticket received|eingangsbest[aä]tigung/i.test(
    mail.subject,
  )
    ? 'ticket-receipt'
    : null

/**
 * Subject prefixes of out-of-office replies, per language. The subject must start with one, followed by a colon, a
 * dash or the original subject: "Out of office hours support" is a question from a person.
 */
const autoReplyPhrases = [
  ...[
    'automatic reply',
    'auto(?:matic)?[- ]?(?:reply|response)',
    'autoreply',
    'out of (?:the )?office(?: reply| autoreply)?',
  ],
  ...[
    'ooo',
    'on (?:vacation|holiday|leave)',
    'vacation (?:reply|message)',
    'away from (?:the office|my (?:desk|mail))',
  ],
  ...[
    'automatische antwort',
    'abwesenheits(?:notiz|mitteilung|benachrichtigung|assistent)',
    'abwesenheit',
    'autom\\. antwort',
  ],
  ...[
    'réponse automatique',
    'absence du bureau',
    "message d['’]absence",
    'respuesta automática',
    'fuera de la oficina',
  ],
  ...[
    'ausencia',
    'resposta automática',
    'ausência',
    'fora do escritório',
    'risposta automatica',
    'fuori sede',
    'assente',
  ],
  ...[
    'automatisch antwoord',
    'afwezig(?:heid)?',
    'afwezigheidsbericht',
    'autosvar',
    'frånvaro',
    'automatiskt svar',
  ],
  ...['fravær(?:sbesked)?', 'automatisk svar', 'automaattinen vastaus', 'poissa', 'autom\\. vastaus'],
  ...[
    'odpowiedź automatyczna',
    'autoodpowiedź',
    'automatická odpověď',
    'automatická odpoveď',
    'automatikus válasz',
  ],
  ...[
    'răspuns automat',
    'otomatik yanıt',
    'αυτόματη απάντηση',
    'автоответ',
    'автоматический ответ',
    'автоматична відповідь',
  ],
  ...[
    'automātiska atbilde',
    'automatiska atbilde',
    'atvaļinājums',
    'automatinis atsakymas',
    'automaatvastus',
  ],
  ...[
    '自動応答',
    '自动答复',
    '自動回覆',
    '自动回复',
    '不在通知',
    '자동 회신',
    '부재중',
    'تلقائي',
    'מענה אוטומטי',
    'تردید خودکار',
  ],
]
const autoReplySubject = new RegExp(
  `^(?:${autoReplyPhrases.join('|')})\\s*(?:$|[:\\uff1a–—-]|!|\\b(?:re|aw)\\b)`,
  'iu',
)
/** Some programs put the office's own name first; only unmistakable phrases count there. */
const autoReplyAnywhere = /\b(?:automatic reply|automatiska atbilde|out of office (?:auto)?reply)\s*:/iu

function autoReplySubjectSubtype(subject: string): string | null {
  const text = subject.trim()
  if (!autoReplySubject.test(text) && !autoReplyAnywhere.test(text)) return null
  return /vacation|holiday|urlaub|atvaļ/i.test(text) ? 'vacation' : 'out-of-office'
}

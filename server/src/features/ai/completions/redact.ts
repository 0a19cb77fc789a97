/** The redacted text, and how many secrets were removed. */
export type RedactedText = { text: string; count: number }

/**
 * Removes sensitive data before a text is sent out: card numbers, bank accounts, keys, tokens, passwords, and the given `secrets`.
 * Each is replaced by a label and never restored. Every pattern runs in time linear in the text's length.
 */
export function redact(text: string, secrets: readonly string[] = []): RedactedText {
  let count = 0
  const removed = (label: string) => {
    count++
    return `[${label} removed]`
  }
  let redacted = text
  for (const secret of secrets)
    if (secret.length >= 8) redacted = redacted.replaceAll(secret, () => removed('secret'))
  for (const [pattern, what] of secretPatterns) redacted = redacted.replace(pattern, () => removed(what))
  for (const pattern of [labelledSecret, spokenSecret])
    redacted = redacted.replace(pattern, (_all, label: string, value: string) =>
      // Already removed by an earlier pattern.
      value.startsWith('[') ? `${label}${value}` : `${label}${removed('secret')}`,
    )
  redacted = redacted.replace(ibanCandidate, (candidate) =>
    removeIban(candidate, () => removed('bank account')),
  )
  redacted = redacted.replace(cardCandidate, (candidate) =>
    removeCards(candidate, () => removed('card number')),
  )
  return { text: redacted, count }
}

/** Unambiguous formats. */
const secretPatterns: [RegExp, string][] = [
  [
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,20000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
    'private key',
  ],
  [/\beyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{8,2000}/g, 'token'],
  [/\b(?:sk|pk|rk)[-_](?:live|test|ant|proj|or)?[-_]?[A-Za-z0-9_-]{16,300}/g, 'key'],
  [/\bgh[pousr]_[A-Za-z0-9]{20,300}|\bgithub_pat_\w{20,300}/g, 'key'],
  [/\bglpat-[\w-]{16,300}/g, 'key'],
  [/\bxox[abeoprs]-[\w-]{10,300}/g, 'token'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, 'key'],
  [/\bAIza[\w-]{30,100}/g, 'key'],
  [/\bSG\.[\w-]{16,100}\.[\w-]{16,100}/g, 'key'],
  // Webhook signing secrets, and bearer headers that someone pasted.
  [/\bwhsec_[\w+/=-]{16,300}/g, 'secret'],
  [/\b[Bb]earer\s{1,3}[\w.~+/=-]{16,2000}/g, 'token'],
  // A password inside a URL: https://name:password@host
  [/(?<=:\/\/[^\s:/@]{1,100}:)[^\s:/@]{1,200}(?=@)/g, 'password'],
]

const labels =
  'pass(?:word|wort|phrase|code)|passwd|pwd|kennwort|mot de passe|contraseña|senha|wachtwoord|api[ _-]?(?:key|secret|token)|access[ _-]?token|auth[ _-]?token|client[ _-]?secret|secret[ _-]?key|pin(?:[ -]?code)?|cvv|cvc'
/** "password: hunter2", "api_key = abc", with labels in common languages of email. */
const labelledSecret = new RegExp(`(\\b(?:${labels})["']?[ \\t]{0,3}[:=][ \\t]{0,3})(["']?\\S{3,200})`, 'giu')
/** "my password is hunter2". Requires a digit, because "my password is wrong" contains none. */
const spokenSecret = new RegExp(
  `(\\b(?:${labels})[ \\t]{1,3}(?:is|ist|lautet|est|es|é)[ \\t]{1,3})((?=\\S{0,200}\\d)\\S{3,200})`,
  'giu',
)

/** Card numbers as written: 13 to 19 digits, with single spaces or hyphens between them. */
const cardCandidate = /(?<![\d-])\d(?:[ -]?\d){12,30}(?![\d-])/g
const ibanCandidate = /\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]){11,30}\b/g

/** A card may follow another number: "order 4811 4111 1111 1111 1111". */
function removeCards(candidate: string, taken: () => string): string {
  const digitIndexes = [...candidate.matchAll(/\d/g)].map((match) => match.index)
  for (let length = Math.min(19, digitIndexes.length); length >= 13; length--)
    for (let from = 0; from + length <= digitIndexes.length; from++) {
      const [start = 0, end = 0] = [digitIndexes[from], digitIndexes[from + length - 1]]
      const part = candidate.slice(start, end + 1)
      const isWhole =
        (from === 0 || digitIndexes[from - 1] !== start - 1) && digitIndexes[from + length] !== end + 1
      if (isWhole && isCardNumber(part.replaceAll(/\D/g, '')))
        return `${removeCards(candidate.slice(0, start), taken)}${taken()}${removeCards(candidate.slice(end + 1), taken)}`
    }
  return candidate
}

/** A card prefix and a valid check digit (ISO/IEC 7812-1, annex B). */
function isCardNumber(number: string): boolean {
  if (!/^(?:[3-6]|2[2-7])/.test(number)) return false
  let sum = 0
  for (let n = 0; n < number.length; n++) {
    const digit = Number(number[number.length - 1 - n])
    const value = n % 2 === 0 ? digit : digit * 2
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** Capitalised words may follow an IBAN: the longest valid prefix counts. */
function removeIban(candidate: string, taken: () => string): string {
  for (let end = candidate.length; end >= 15; end--)
    if (isIban(candidate.slice(0, end)) && !/[A-Z0-9]/.test(candidate[end] ?? ''))
      return taken() + candidate.slice(end)
  return candidate
}

/** Valid check digits (ISO 13616). */
function isIban(written: string): boolean {
  const plain = written.replaceAll(' ', '')
  if (plain.length < 15 || plain.length > 34) return false
  let rest = 0
  for (const sign of plain.slice(4) + plain.slice(0, 4))
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

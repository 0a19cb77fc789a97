import { linesOf } from './authored-text.ts'

/** Keys and tokens of well-known services, by their fixed prefixes. */
const tokens = [
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/, // AWS
  /\bgh[pousr]_[0-9A-Za-z]{36,}\b/, // GitHub
  /\bgithub_pat_[0-9A-Za-z_]{40,}\b/,
  /\bglpat-[0-9A-Za-z_-]{20,}/, // GitLab
  /\bxox[abeoprs]-[0-9A-Za-z-]{10,}/, // Slack
  /\b(?:sk|rk)_(?:live|test)_[0-9A-Za-z]{16,}/, // Stripe
  /\bwhsec_[0-9A-Za-z+/=]{20,}/,
  /\bAIza[0-9A-Za-z_-]{35}\b/, // Google
  /\bsk-(?:ant-|proj-|svcacct-)?[0-9A-Za-z_-]{32,}/, // OpenAI, Anthropic
  /\bnpm_[0-9A-Za-z]{36}\b/,
  /\bpypi-[0-9A-Za-z_-]{50,}/,
  /\bSG\.[0-9A-Za-z_-]{16,}\.[0-9A-Za-z_-]{32,}/, // SendGrid
  /\bdop_v1_[0-9a-f]{64}\b/, // DigitalOcean
  /\beyJ[0-9A-Za-z_-]{10,}\.eyJ[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{10,}/, // JSON Web Token
]

/** A URL with a password: `postgres://user:password@host`. */
const credentialUrl = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]+:([^\s/@]{3,})@[^\s/]+/gi

const labels = [
  'password|passphrase|passwd|pwd|pass ?code|api[ _-]?key|api[ _-]?token|api[ _-]?secret|secret[ _-]?key|access[ _-]?(?:key|token)|client[ _-]?secret|auth[ _-]?token|bearer',
  'passwort|kennwort|zugangscode',
  "mot de passe|clé (?:d[’']api|api|secrète)",
  'contraseña|clave (?:secreta|de acceso|api)',
  'senha|palavra-passe|chave (?:secreta|de api|api)',
  'wachtwoord|geheime sleutel|api-sleutel',
  "chiave (?:segreta|api)|parola d[’']ordine",
].join('|')
/** `Password: hunter2`, `password is "hunter2"`, `PWD=hunter2`. */
const labelled = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${labels})(?:\s+(?:is|ist|lautet|est|es|é|è|is nu))?\s*(?:[:=]\s*|\s+)(["'“„«‘]?)(\S+)`,
  'giu',
)
const separator = /[:=]|\s(?:is|ist|lautet|est|es|é|è)\s/iu

/** Something in the text that gives access to whoever reads it, or null. */
export function findSecret(html: string): string | null {
  for (const line of linesOf(html)) {
    const token = tokens.map((pattern) => pattern.exec(line)?.[0]).find((one) => one !== undefined)
    if (token) return token
    for (const [url, password = ''] of line.matchAll(credentialUrl)) if (isValue(password)) return url
    for (const [match, , raw = ''] of line.matchAll(labelled)) {
      const value = raw.replace(/^["'“„«‘]+|["'”“»’.,;:!?)]+$/gu, '')
      if (separator.test(match.slice(0, match.length - raw.length)) && isPassword(value)) return match
    }
  }
  return null
}

/** A placeholder or mask is none: `********`, `<password>`, `{{ password }}`, `xxxx`. */
const isValue = (text: string): boolean =>
  !/^[<[{$%]/.test(text) &&
  !/^(.)\1*$/u.test(text) &&
  !/^(?:password|passwort|your|secret|example)/i.test(text)

/** Words of a sentence, such as "Password: required", have no digit or symbol; a link is where to set one. */
const isPassword = (text: string): boolean =>
  text.length >= 6 &&
  isValue(text) &&
  !/^https?:|^www\.|^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(text) &&
  !/^\d{1,2}[-–]\d{1,2}$/.test(text) &&
  /[\d!#$%&*+=?@^_~]/.test(text) &&
  /\p{L}|[!#$%&*+=?@^_~]/u.test(text)

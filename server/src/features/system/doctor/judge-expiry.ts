import type { Finding } from '@parley/contract/system/system-findings'
import { error, ok, warning } from './check.ts'

const dayMs = 86_400_000
/** Certificates that are renewed automatically are renewed earlier. */
const warnBelowDays = 14
const errorBelowDays = 3

export function judgeExpiry(
  { subject, advice }: { subject: string; advice: string },
  expires_at: Date,
  now: Date,
): Finding {
  const days = Math.floor((expires_at.getTime() - now.getTime()) / dayMs)
  const date = expires_at.toISOString()
  const finding = () => {
    if (days < 0) return error(subject, `The certificate expired on ${date.slice(0, 10)}`, advice)
    const text = `The certificate expires in ${days} ${days === 1 ? 'day' : 'days'}, on ${date.slice(0, 10)}`
    if (days < errorBelowDays) return error(subject, text, advice)
    if (days < warnBelowDays) return warning(subject, text, advice)
    return ok(subject, `The certificate is valid for ${days} more days`)
  }
  return { ...finding(), expires_at: date }
}

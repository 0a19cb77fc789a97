/** A time zone unknown to this machine must not hold up an email. */
export function supportedTimeZone(name: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    return 'UTC'
  }
}

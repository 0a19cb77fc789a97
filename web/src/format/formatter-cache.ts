/** A formatter per locale: creating one takes a hundred times as long as using it, and a thread uses several per message. */
export function formatterCache<Formatter>(create: (locale: string) => Formatter) {
  const byLocale = new Map<string, Formatter>()
  return (locale: string): Formatter => {
    const cached = byLocale.get(locale)
    if (cached) return cached
    const formatter = create(locale)
    byLocale.set(locale, formatter)
    return formatter
  }
}

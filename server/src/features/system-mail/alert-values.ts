import type { TemplateValues } from '@parley/contract/templates/template-variables'
import type { AlertNotice } from '../../system-mail/queue-system-mail.ts'

/** The template variable `alert`. What was found is in the words of the server. */
export function alertValues(
  alerts: readonly AlertNotice[] | undefined,
  texts: Record<string, string>,
): NonNullable<TemplateValues['alert']> {
  const items = (alerts ?? []).map(({ kind, condition, subject, message, advice }) => {
    const name = texts[`system.alert.${condition}`] ?? condition
    return {
      label: texts[`system.alert_mail.${kind}`] ?? '',
      title: subject ? `${name} (${subject})` : name,
      message,
      advice,
    }
  })
  const [first] = items
  const more = items.length > 1 ? ` +${items.length - 1}` : ''
  return { subject: first ? `${first.label}: ${first.title}${more}` : '', items }
}

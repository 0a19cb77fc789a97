import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { renderTextTemplate } from '../../macros/render-template.ts'
import { templateValues } from '../../macros/template-values.ts'
import { useMe } from '../../session/use-me.ts'

/** A preview of the signature that the server adds when sending: the inbox's, filled in, or the agent's own. */
export function InboxSignature({ template, uuid }: { template: string; uuid: string }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const me = useMe()
  // The same rule as on the server (server/src/features/templates/reply-signature.ts).
  const filled = template.trim() === '' ? me.signature : fill(template, templateValues(cache, me, uuid))
  if (!filled) return null
  return (
    <section
      aria-label={t('composer.signature')}
      className="mx-3.5 mb-2 max-h-24 overflow-y-auto border-l-2 pl-2.5 text-xs whitespace-pre-line text-ink-3"
    >
      {filled}
    </section>
  )
}

function fill(template: string, values: Parameters<typeof renderTextTemplate>[1]): string {
  try {
    return renderTextTemplate(template, values).trim()
  } catch {
    return ''
  }
}

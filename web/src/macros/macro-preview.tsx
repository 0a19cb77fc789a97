import '../editor/rich-text.css'
import type { UsableMacro } from '@parley/contract/macros/macro-availability'
import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { useTranslation } from 'react-i18next'
import { isBlankHtml } from '../editor/blank-html.ts'
import { ActionChip } from './action-chip.tsx'
import { renderIfLoaded } from './template-engine.ts'

/** A preview of a macro's rendered text and its actions. */
export function MacroPreview({ macro, values }: { macro: UsableMacro; values: TemplateValues }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-3">
      {isBlankHtml(macro.message_content) ? (
        <p className="text-ink-3">{t('macro.no_text')}</p>
      ) : (
        <div
          inert
          dir="auto"
          className="rich-text text-sm"
          // The server sanitises macros with an allow-list, and the template engine escapes every value and has no
          // tag that outputs HTML.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
          dangerouslySetInnerHTML={{ __html: renderIfLoaded(macro.message_content, values) }}
        />
      )}
      {macro.actions.length > 0 && (
        <ul aria-label={t('macro.preview_actions')} className="flex flex-wrap gap-1.5">
          {macro.actions.map((action) => (
            <ActionChip key={action.type} action={action} />
          ))}
        </ul>
      )}
    </div>
  )
}

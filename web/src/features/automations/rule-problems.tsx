import type { Rule } from '@parley/contract/automations/automation-rules'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** What keeps a rule from working fully, such as a deleted team. */
export function RuleProblems({ problems }: Pick<Rule, 'problems'>) {
  const { t } = useTranslation()
  if (problems.length === 0) return null
  return (
    <section
      aria-label={t('automations.problems')}
      className="my-4 flex gap-2.5 rounded-lg border border-warn-line bg-warn-subtle px-3.5 py-3"
    >
      <TriangleAlert size={16} aria-hidden className="mt-0.5 text-warn" />
      <div className="min-w-0">
        <p className="font-semibold">{t('automations.problems')}</p>
        <ul className="mt-1 list-disc space-y-0.5 pl-4 text-ink-2">
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>{message}.</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

import type { TemplateProblem } from '@parley/contract/templates/templates'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** What is wrong with a template, and where. */
export function ProblemLine({ problem, onGoTo }: { problem: TemplateProblem; onGoTo?: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="mt-1.5 flex items-start gap-1.5 text-xs text-bad">
      <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
      <span className="min-w-0 flex-1">
        {t('templates.problem', { line: problem.line, column: problem.column, message: problem.message })}
      </span>
      {onGoTo && (
        <button type="button" onClick={onGoTo} className="font-medium underline underline-offset-2">
          {t('templates.go_to')}
        </button>
      )}
    </div>
  )
}

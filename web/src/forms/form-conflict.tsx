import { UsersRound } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/inputs/button.tsx'
import { preventFocusLoss } from '../ui/prevent-focus-loss.ts'
import type { EntityForm } from './use-entity-form.ts'

/** Shown when someone else changed the same fields: the user chooses which values to keep. */
export function FormConflict<Values extends FieldValues>({ conflict }: Pick<EntityForm<Values>, 'conflict'>) {
  const { t } = useTranslation()
  if (!conflict) return null
  return (
    <div
      role="alert"
      {...preventFocusLoss}
      className="mt-2 mb-4 flex flex-wrap items-start gap-2.5 rounded-lg border border-warn-line bg-warn-subtle px-3.5 py-3"
    >
      <UsersRound size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-48 flex-1">
        <p className="font-medium">{t('form.clash')}</p>
        <p className="text-ink-2">{t('form.clash.text')}</p>
      </div>
      <span className="flex gap-2">
        <Button size="sm" onClick={conflict.takeRemote}>
          {t('form.clash.theirs')}
        </Button>
        <Button size="sm" onClick={conflict.keepLocal}>
          {t('form.clash.mine')}
        </Button>
      </span>
    </div>
  )
}

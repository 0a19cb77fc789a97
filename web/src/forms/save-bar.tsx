import { Link } from '@tanstack/react-router'
import { Save } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Command } from '../commands/command.ts'
import { useCommands } from '../commands/command-registry.ts'
import { KeyLabels } from '../ui/display/kbd.tsx'
import { Button } from '../ui/inputs/button.tsx'
import { preventFocusLoss } from '../ui/prevent-focus-loss.ts'
import type { EntityForm } from './use-entity-form.ts'

const SAVE_KEYS = 'mod+s'

/** Sticks to the bottom of the page while there are unsaved changes, and always for a new entity. */
export function SaveBar<Values extends FieldValues>({
  form,
  createLabel,
  cancelTo,
}: {
  form: EntityForm<Values>
  createLabel: string | undefined
  /** Where "Cancel" leads, for a new entity. */
  cancelTo: string | undefined
}) {
  const { t } = useTranslation()
  const isVisible = createLabel !== undefined || form.dirtyCount > 0
  const saveCommand: Command = {
    id: 'form.save',
    label: createLabel ? 'form.create' : 'form.save',
    labelValues: { label: createLabel ?? '' },
    group: 'commands.group.page',
    keys: SAVE_KEYS,
    scope: 'anywhere',
    icon: Save,
    when: () => isVisible,
    run: form.submit,
  }
  useCommands([saveCommand])
  if (!isVisible) return null
  return (
    <section
      aria-label={t('form.unsaved.label')}
      {...preventFocusLoss}
      className="sticky bottom-4 z-20 mx-auto mt-6 flex w-fit max-w-full items-center gap-2 max-md:flex-wrap max-md:justify-end rounded-xl border bg-raised p-2 shadow-pop"
    >
      <span role="status" className="grow text-ink-2 not-empty:mr-2 not-empty:ml-2 md:truncate">
        {form.restored
          ? t('form.restored')
          : form.dirtyCount > 0 && t('form.unsaved', { count: form.dirtyCount })}
      </span>
      {createLabel && cancelTo ? (
        <Link
          to={cancelTo}
          className="inline-flex h-7.5 items-center rounded-md border border-line-strong bg-surface px-3 font-medium hover:bg-hover"
        >
          {t('ui.cancel')}
        </Link>
      ) : (
        <Button onClick={form.discard}>{t('form.discard')}</Button>
      )}
      <Button type="submit" variant="primary" loading={form.saving}>
        {createLabel ?? t('form.save')}
        <span className="max-md:hidden">
          <KeyLabels keys={SAVE_KEYS} tone="bare" />
        </span>
      </Button>
    </section>
  )
}

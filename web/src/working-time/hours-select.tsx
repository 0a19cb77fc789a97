import { listBusinessHours } from '@parley/contract/business-hours'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../admin/entities.ts'
import { Select } from '../ui/select.tsx'

/** Ids begin at 1. */
const NONE = 0

/** Chooses business hours by name; inside a Field, which names it. */
export function HoursSelect({
  value,
  none,
  placeholder,
  onValueChange,
}: {
  value: number | null
  /** What having none of one's own means; left out where some are needed. */
  none?: string
  placeholder?: string
  onValueChange: (id: number | null) => void
}) {
  const { t } = useTranslation()
  const all = useQuery(entitiesQuery('business-hours', listBusinessHours)).data
  // Left out of the list, what was chosen would silently become what was chosen at first. So would it when it left later.
  const [deleted, setDeleted] = useState<number | null>(null)
  const isThere = (id: number | null) => all?.some((hours) => hours.id === id) !== false
  if (value !== null && value !== deleted && !isThere(value)) setDeleted(value)
  const options = (all ?? [])
    .map(({ id, name }) => ({ value: id, label: name, disabled: false }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  if (deleted !== null && !isThere(deleted))
    options.push({ value: deleted, label: t('hours.deleted_meanwhile'), disabled: true })
  return (
    <Select
      options={none === undefined ? options : [{ value: NONE, label: none }, ...options]}
      value={value ?? (none === undefined ? null : NONE)}
      placeholder={placeholder}
      onValueChange={(id) => onValueChange(id === NONE ? null : id)}
    />
  )
}

import { Link, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { revealSetting } from '../../../admin/reveal-setting.ts'
import { allAdminEntries, overviewEntry } from '../../../areas/admin-entries.ts'
import { findAreas, findSettings } from '../../../areas/settings-index.ts'
import { useRouteExists } from '../../../areas/use-route-exists.ts'
import { visibleEntries } from '../../../areas/visible-entries.ts'
import { useMe } from '../../../session/use-me.ts'
import { Input } from '../../../ui/inputs/input.tsx'

const MAX_RESULTS = 12

/** Searches areas and settings, and opens the page at the setting. */
export function SettingsSearch() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const entries = visibleEntries(allAdminEntries, useMe(), useRouteExists()).filter(
    (entry) => entry !== overviewEntry,
  )
  const results =
    text.trim() === ''
      ? []
      : [
          ...findAreas(text, entries, t).map(({ entry: { path, label, description, icon } }) => ({
            path,
            label: t(label),
            detail: description ? t(description) : '',
            icon,
            reveal: false,
          })),
          ...findSettings(text, entries, t).map(({ path, label, area, perEntry, icon }) => ({
            path,
            label: t(label),
            detail: t(area),
            icon,
            reveal: !perEntry,
          })),
        ].slice(0, MAX_RESULTS)
  const [first] = results
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      event.stopPropagation()
      setText('')
    }
    if (event.key === 'Enter' && first) {
      event.preventDefault()
      void navigate({ to: first.path })
      if (first.reveal) revealSetting(first.label)
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      list.current?.querySelector('a')?.focus()
    }
  }
  return (
    <search aria-label={t('overview.search')}>
      <Input
        type="search"
        large
        value={text}
        aria-label={t('overview.search')}
        placeholder={t('overview.search.placeholder')}
        start={<Search size={16} aria-hidden className="shrink-0 text-ink-3" />}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="sr-only">
        {text.trim() !== '' && t('overview.search.count', { count: results.length })}
      </p>
      {text.trim() !== '' && results.length === 0 && (
        <p className="mt-2 text-ink-2">{t('overview.search.none')}</p>
      )}
      {results.length > 0 && (
        <ul
          ref={list}
          aria-label={t('overview.search.results')}
          onKeyDown={moveFocus}
          className="mt-2 rounded-lg border bg-raised p-1"
        >
          {results.map(({ path, label, detail, icon: Icon, reveal }) => (
            <li key={`${path} ${label}`}>
              <Link
                to={path}
                onClick={() => reveal && revealSetting(label)}
                className="flex items-center gap-2.5 rounded-md px-2.5 py-1.5 hover:bg-hover focus-visible:bg-hover"
              >
                <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
                <span className="font-medium">{label}</span>
                <span className="min-w-0 flex-1 truncate text-ink-3">{detail}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}

/** Arrow keys move between results. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const links = [...event.currentTarget.querySelectorAll('a')]
  links[links.indexOf(event.target as HTMLAnchorElement) + step]?.focus() // only links take the focus here
}

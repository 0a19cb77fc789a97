import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { messagesQuery } from '../../../api/message-queries.ts'
import type { SideComposerTarget } from '../../../lib/side-composer-target.ts'

/** The attachments of what is forwarded; all are included until some are deselected. */
export function ForwardedFiles({
  target,
  chosen,
  onChange,
}: {
  target: Extract<SideComposerTarget, { kind: 'forward' }>
  /** Null: all. */
  chosen: readonly string[] | null
  onChange: (uuids: string[]) => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const { data, hasNextPage } = useInfiniteQuery(messagesQuery(target.uuid))
  const messages = data?.pages.flatMap((page) => page.results) ?? []
  const forwarded = messages.filter(
    ({ uuid, private: isPrivate, type }) =>
      !isPrivate && type !== 'activity' && (target.message_uuid === null || uuid === target.message_uuid),
  )
  const files = forwarded
    .toReversed()
    .flatMap(({ attachments }) => attachments ?? [])
    .filter(
      ({ disposition, content_type }) => disposition === 'attachment' || !content_type.startsWith('image/'),
    )
  // Files of messages that aren't loaded can't be chosen one by one.
  const canChoose = target.message_uuid !== null || !hasNextPage
  if (files.length === 0) return null
  if (!canChoose) return <p className="px-3.5 pb-1.5 text-ink-3 text-xs">{t('side_thread.all_files')}</p>
  const isChosen = (uuid: string) => chosen === null || chosen.includes(uuid)
  return (
    <fieldset className="flex flex-wrap gap-x-3 gap-y-1 px-3.5 pb-1.5 text-xs">
      <legend className="sr-only">{t('side_thread.files')}</legend>
      {files.map(({ uuid, name }) => (
        <label key={uuid} htmlFor={`${id}${uuid}`} className="flex min-h-6 min-w-0 items-center gap-1.5">
          <input
            id={`${id}${uuid}`}
            type="checkbox"
            checked={isChosen(uuid)}
            onChange={({ target: { checked } }) =>
              onChange(
                files.map((file) => file.uuid).filter((one) => (one === uuid ? checked : isChosen(one))),
              )
            }
            className="size-3.5 accent-accent"
          />
          <span className="truncate">{name}</span>
        </label>
      ))}
    </fieldset>
  )
}

import './mail-body.css'
import { remoteImagePath } from '@parley/contract/messages/media'
import type { Message } from '@parley/contract/messages/messages'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/inputs/button.tsx'
import { linkify } from './linkify.ts'
import { MailFrame } from './mail-frame.tsx'
import { preparedMailHtml, prepareMailHtml } from './mail-html.ts'

/**
 * The content of a message. Emails with their own layout are rendered in a frame, so that their styles can't affect
 * the page.
 */
export function MessageBody({ message }: { message: Message }) {
  const { t } = useTranslation()
  const [showRemoteImages, setShowRemoteImages] = useState(false)
  if (message.content_type === 'text') return <PlainText text={message.content} />
  const foldLabel = t('message.show_folded')
  const html = showRemoteImages
    ? prepareMailHtml(message.content, {
        remoteImageUrl: (url) => remoteImagePath(message.uuid, url),
        foldLabel,
      })
    : preparedMailHtml(message, foldLabel)
  return (
    <>
      {message.remote_images > 0 && !showRemoteImages && (
        <ImagesBar count={message.remote_images} onShow={() => setShowRemoteImages(true)} />
      )}
      {message.complex ? (
        <MailFrame html={html} text={message.text_content} />
      ) : (
        <div
          dir="auto"
          className="mail-body"
          // Sanitised by the server with an allow-list (mail/src/sanitise/sanitise-html.ts); the CSP allows only our
          // own scripts.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
    </>
  )
}

function PlainText({ text }: { text: string }) {
  return (
    <div dir="auto" className="mail-body whitespace-pre-wrap">
      {linkify(text).map((part, index) =>
        part.href ? (
          // The same address may occur twice, and parts never move.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </div>
  )
}

function ImagesBar({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="my-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-surface-sunk px-2.5 py-1 text-xs text-ink-2">
      <ImageOff size={14} aria-hidden className="text-ink-3" />
      <span className="flex-1">{t('message.images_blocked')}</span>
      <Button variant="ghost" size="sm" onClick={onShow} className="text-xs">
        {t('message.show_images', { count })}
      </Button>
    </div>
  )
}

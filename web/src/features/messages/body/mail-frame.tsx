import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAfterPaint } from '../../../lib/use-after-paint.ts'

/**
 * An email with its own layout, on a white background in both themes. The frame runs no scripts; it shares our origin
 * only so that inline images are authenticated and its height can be measured. Shows the plain text until it has
 * loaded.
 */
export function MailFrame({ html, text }: { html: string; text: string }) {
  const { t } = useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  // Each frame is a document, and a thread may have many: its text is painted first.
  const mounted = useAfterPaint(true, false)
  const [height, setHeight] = useState<number | null>(null)

  const watch = () => {
    const body = frame.current?.contentDocument?.body
    if (!body) return
    const measure = () => {
      fitWidth(body)
      setHeight(Math.min(Math.ceil(body.getBoundingClientRect().height), MAX_HEIGHT_PX))
    }
    measure()
    // Use the frame's own ResizeObserver: it ends with the frame's window.
    const Observer = frame.current?.contentWindow && windowOf(frame.current).ResizeObserver
    if (Observer) new Observer(measure).observe(body)
  }

  return (
    <div className="my-1.5">
      {height === null && (
        <div dir="auto" className="line-clamp-12 whitespace-pre-wrap">
          {text}
        </div>
      )}
      {mounted && (
        <iframe
          ref={frame}
          title={t('message.frame')}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          srcDoc={page(html)}
          onLoad={watch}
          className={height === null ? 'h-0 w-full' : 'w-full rounded-md border bg-paper'}
          style={height === null ? undefined : { height }}
        />
      )}
    </div>
  )
}

/**
 * A layout wider than its frame is scaled down, as on a phone. Below this zoom it would be unreadable, so it scrolls.
 */
const MIN_ZOOM = 0.55

function fitWidth(body: HTMLElement) {
  const available = body.ownerDocument.documentElement.clientWidth
  body.style.zoom = '1'
  // Overflow doesn't include the padding on its right.
  const needed = body.scrollWidth + (body.scrollWidth > available ? 12 : 0)
  if (available > 0 && needed > available) body.style.zoom = String(Math.max(MIN_ZOOM, available / needed))
}

/** Limits layouts that grow with their frame. In pixels; taller than any real email. */
const MAX_HEIGHT_PX = 20_000

// contentWindow is typed without a window's globals.
const windowOf = (frame: HTMLIFrameElement) => frame.contentWindow as Window & typeof globalThis

const page = (html: string) => `<!doctype html><html><head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width"><style>${sheet}</style></head><body dir="auto">${html}</body></html>`

const sheet = `
:root { color-scheme: light }
body { margin: 0; padding: 12px; font: 14px/22px "Inter Variable", ui-sans-serif, system-ui, sans-serif; color: #1c1e26;
  background: #fff; overflow-wrap: anywhere; overflow-x: auto; display: flow-root }
img { max-width: 100%; height: auto }
img.waiting { min-width: 24px; min-height: 24px; background: #eceef2; border-radius: 4px }
table { max-width: 100% }
pre { white-space: pre-wrap }
blockquote { margin: 4px 0; padding-left: 12px; border-left: 2px solid #d5d8e0 }
.fold > summary { display: inline-block; list-style: none; cursor: pointer; margin: 6px 0; padding: 0 8px; height: 16px;
  border-radius: 8px; background: #eceef2; color: #5b6070; font-size: 10px; line-height: 15px; letter-spacing: 1px }
.fold > summary::-webkit-details-marker { display: none }
:focus-visible { outline: 2px solid #5b50e0; outline-offset: 1px }`

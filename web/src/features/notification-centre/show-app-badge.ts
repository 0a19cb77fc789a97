const SIZE = 64

let plainIcon: string | undefined
let newest = 0

/** Shows the number on the tab's icon and, where the browser has it, on the installed app's icon. */
export async function showAppBadge(count: number) {
  newest = count
  // Not in every browser, and refused for pages that are not installed in some.
  if ('setAppBadge' in navigator)
    void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  plainIcon ??= link.href
  const icon = count > 0 ? await drawIcon(plainIcon, count).catch(() => null) : plainIcon
  // An icon may take a moment to load, and the number may have changed since.
  if (icon && newest === count) link.href = icon
}

async function drawIcon(source: string, count: number): Promise<string | null> {
  const image = new Image()
  image.src = source
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const drawing = canvas.getContext('2d')
  if (!drawing) return null
  drawing.drawImage(image, 0, 0, SIZE, SIZE)
  drawing.fillStyle = '#d92d20'
  drawing.beginPath()
  drawing.arc(SIZE * 0.68, SIZE * 0.68, SIZE * 0.32, 0, 2 * Math.PI)
  drawing.fill()
  drawing.fillStyle = '#fff'
  drawing.font = `600 ${SIZE * 0.42}px sans-serif`
  drawing.textAlign = 'center'
  drawing.textBaseline = 'middle'
  drawing.fillText(count > 9 ? '9+' : String(count), SIZE * 0.68, SIZE * 0.7)
  return canvas.toDataURL('image/png')
}

// The page is whole without this file. With it, changes arrive as soon as the
// server has stored them, a code fills slots, and what was typed stays.
(() => {
  'use strict'
  const root = document.documentElement
  root.classList.add('js')
  let stream, clock, later, pause = 15 // seconds

  const digit = c => '٠١٢٣٤٥٦٧٨٩'.includes(c) ? '٠١٢٣٤٥٦٧٨٩'.indexOf(c) : '۰۱۲۳۴۵۶۷۸۹'.includes(c) ? '۰۱۲۳۴۵۶۷۸۹'.indexOf(c) : c
  const digits = text => [...text].map(digit).join('').replace(/[^0-9]/g, '').slice(0, 6)

  // Six slots show what the one field under them holds. Nothing sends itself.
  function slots(main) {
    const field = main.querySelector('#code')
    if (!field) return
    const cells = [...field.parentNode.querySelectorAll('i')], button = main.querySelector('[data-code]')
    const draw = () => {
      const text = field.value = digits(field.value)
      cells.forEach((cell, i) => { cell.textContent = text[i] || ''; cell.classList.toggle('at', i === Math.min(text.length, 5)) })
      button.classList.toggle('off', text.length < 6)
    }
    field.addEventListener('input', draw)
    draw()
    field.focus({ preventScroll: true })
  }

  // A code can be sent again after a while; until then the button counts.
  function wait(main) {
    clearInterval(clock)
    const button = main.querySelector('[data-wait]')
    if (!button) return
    const words = button.querySelector('span'), end = Date.now() + 1000 * button.dataset.wait
    const draw = () => {
      const left = Math.ceil((end - Date.now()) / 1000)
      button.disabled = left > 0
      words.textContent = left > 0 ? button.dataset.words.replace('{0}', '\u2068' + Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0') + '\u2069') : button.dataset.then
      if (left <= 0) clearInterval(clock)
    }
    clock = setInterval(draw, 1000)
    draw()
  }

  function once(main) {
    for (const form of main.querySelectorAll('form')) form.addEventListener('submit', event => {
      const field = form.querySelector('#code')
      if (form.dataset.sent || field && digits(field.value).length < 6) { event.preventDefault(); if (field) field.focus(); return }
      form.dataset.sent = 'yes'
    })
    for (const button of main.querySelectorAll('[data-print]')) button.addEventListener('click', () => print())
    for (const button of main.querySelectorAll('[data-copy]')) button.addEventListener('click', () => navigator.clipboard.writeText(button.dataset.copy)
      .then(() => { button.querySelector('span').textContent = main.dataset.copied; say(main.dataset.copied) }))
  }

  const say = text => { document.getElementById('said').textContent = text }

  function dress(main) { slots(main); wait(main); once(main) }

  // A page of the same kind keeps what was typed: only its live parts change.
  function show(message) {
    const main = document.getElementById('page')
    const next = new DOMParser().parseFromString(message.html, 'text/html').body
    if (main.dataset.view === message.view) {
      for (const part of next.querySelectorAll('[data-live]')) {
        const old = main.querySelector('[data-live="' + part.dataset.live + '"]')
        if (old && old.outerHTML !== part.outerHTML) old.replaceWith(document.importNode(part, true))
      }
      return
    }
    main.dataset.view = message.view
    main.replaceChildren(...[...next.childNodes].map(node => document.importNode(node, true)))
    document.title = message.title
    dress(main)
    const head = main.querySelector('h1[tabindex], h2[tabindex]')
    if (head && !main.querySelector('#code')) head.focus({ preventScroll: true })
    if (head) say(head.textContent)
    scrollTo(0, 0)
  }

  function listen() {
    const main = document.getElementById('page')
    if (!main.dataset.events || stream || document.hidden) return
    stream = new EventSource(main.dataset.events)
    stream.onmessage = event => { pause = 15; show(JSON.parse(event.data)) }
    // A refused stream is not tried again by the browser: the page does, less and less often.
    stream.onerror = () => {
      if (!stream || stream.readyState !== EventSource.CLOSED) return
      deaf()
      later = setTimeout(listen, 1000 * pause)
      pause = Math.min(2 * pause, 120)
    }
  }

  function deaf() { clearTimeout(later); if (stream) stream.close(); stream = null }

  addEventListener('DOMContentLoaded', () => { dress(document.getElementById('page')); listen() })
  document.addEventListener('visibilitychange', () => document.hidden ? deaf() : listen())
  addEventListener('pagehide', deaf)
  addEventListener('pageshow', event => { if (event.persisted) location.reload() })
})()

/**
 * Runs on the operator's page. It asks for the page again every few seconds, and replaces only the parts that changed: what
 * the operator types, has open, or has selected stays. It loads nothing from elsewhere.
 */
(() => {
  const REFRESH_MS = 3000;
  const find = (selector) => document.querySelector(selector);
  const [fresh, dialog, said] = [find('#fresh'), find('#act'), find('#said')];
  let asked = 0;

  async function refresh() {
    const own = ++asked;
    try {
      const response = await fetch(location.pathname + location.search, { cache: 'no-store', redirect: 'error' });
      const text = await response.text();
      if (own !== asked) return; // a later one is under way, perhaps with another filter
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      show(new DOMParser().parseFromString(text, 'text/html'));
      say(`as of ${new Date().toLocaleTimeString()}`, false);
    } catch (error) {
      if (own === asked) say(`${error.message}; trying again`, true);
    }
  }

  function say(text, isStale) {
    fresh.textContent = text;
    fresh.classList.toggle('stale', isStale);
  }

  function show(page) {
    document.title = page.title;
    document.body.dataset.key = page.body.dataset.key;
    for (const part of document.querySelectorAll('[data-live]')) {
      const next = page.querySelector(`[data-live="${part.dataset.live}"]`);
      if (next !== null && next.innerHTML !== part.innerHTML && !isSelected(part)) replace(part, next);
    }
  }

  function isSelected(part) {
    const selection = getSelection();
    return selection !== null && !selection.isCollapsed && selection.containsNode(part, true);
  }

  function replace(part, next) {
    const open = new Set([...part.querySelectorAll('details[open][data-name]')].map((one) => one.dataset.name));
    const focused = part.contains(document.activeElement) ? document.activeElement.dataset.name : undefined;
    part.className = next.className;
    part.replaceChildren(...document.importNode(next, true).childNodes);
    for (const one of part.querySelectorAll('details[data-name]')) if (open.has(one.dataset.name)) one.open = true;
    for (const one of part.querySelectorAll('[data-name]')) if (focused && one.dataset.name === focused) one.focus();
  }

  /** Goes to another page of a list, and leaves everything else as it is. */
  function go(changes) {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') query.delete(name);
      else query.set(name, value);
    }
    history.pushState(null, '', `${location.pathname}?${query}`);
    void refresh();
  }

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!form.matches('form.filter')) return;
    event.preventDefault();
    go({ [form.dataset.cursor]: '', ...Object.fromEntries(new FormData(form)) });
  });

  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-page]');
    if (link !== null) {
      event.preventDefault();
      go({ [link.dataset.page]: link.dataset.after });
    }
    const button = event.target.closest('button[data-act]');
    if (button !== null) ask(JSON.parse(button.dataset.act));
  });

  const READ = { text: (value) => value, number: Number, list: (value) => value.split(/[\s,]+/).filter(Boolean) };
  let deed;
  /** What the server has not answered yet. */
  let sent;

  /** Opens the dialog of an action. */
  function ask(wanted) {
    deed = wanted;
    dialog.querySelector('h2').textContent = wanted.title;
    dialog.querySelector('p').textContent = wanted.about;
    dialog.querySelector('output').textContent = '';
    dialog.querySelector('.fields').replaceChildren(...wanted.fields.map(fieldOf));
    dialog.showModal();
  }

  function fieldOf({ name, label, type, isNeeded, choices }) {
    const input = document.createElement(choices === undefined ? 'input' : 'select');
    Object.assign(input, { name, required: isNeeded, autocomplete: 'off' });
    if (choices === undefined) input.type = type === 'number' ? type : 'text';
    else input.append(...choices.map((choice) => new Option(choice)));
    if (type === 'number') Object.assign(input, { min: 1, step: 1 });
    const around = document.createElement('label');
    around.append(label, input);
    return around;
  }

  dialog.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const own = deed;
    if (own === sent) return; // a double click
    sent = own;
    const { ok, text } = await act(own, new FormData(event.target));
    sent = undefined;
    const isShown = own === deed && dialog.open; // else another dialog may stand there
    const told = isShown && !ok ? dialog.querySelector('output') : said;
    told.textContent = text;
    told.classList.toggle('wrong', !ok);
    if (isShown && ok) dialog.close();
    void refresh();
  });

  find('#cancel').addEventListener('click', () => dialog.close());

  // A refresh may have replaced the button from which the dialog came.
  dialog.addEventListener('close', () => {
    for (const one of document.querySelectorAll('button[data-act]'))
      if (one.dataset.act === JSON.stringify(deed)) one.focus();
  });

  async function act({ method, path, fields, title, file }, form) {
    const given = fields.map(({ name, type }) => [name, type, String(form.get(name) ?? '').trim()]);
    const filled = given.filter(([, , value]) => value !== '');
    const body = Object.fromEntries(filled.map(([name, type, value]) => [name, READ[type](value)]));
    const headers = { authorization: `Bearer ${document.body.dataset.key}`, 'content-type': 'application/json' };
    try {
      const sent = method === 'GET' ? {} : { body: JSON.stringify(body) };
      const response = await fetch(path, { method, headers, ...sent });
      const answer = await response.json();
      if (response.ok && file) save(file, answer);
      return { ok: response.ok, text: response.ok ? `Done: ${title}` : answer.message };
    } catch (error) {
      return { ok: false, text: error.message };
    }
  }

  function save(name, data) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), REFRESH_MS);
  }

  addEventListener('popstate', () => void refresh());
  document.addEventListener('visibilitychange', () => document.hidden || void refresh());
  setInterval(() => document.hidden || void refresh(), REFRESH_MS);
})();

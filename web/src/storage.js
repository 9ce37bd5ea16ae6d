// What the browser keeps from one visit to the next. Some browsers keep nothing for a page in a file.

export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

// Whether it is kept. With null, nothing is kept under this name any more.
export function keep(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

// Data that was kept; what is missing or cannot be read is as `otherwise` says.
export function keptData(name, otherwise) {
  try {
    return { ...otherwise, ...JSON.parse(kept(name)) };
  } catch {
    return otherwise;
  }
}

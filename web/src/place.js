// The place in the tour, kept by the browser from one visit to the next. Some browsers keep nothing for a page in a file.

const NAME = "grundy.tour";

export function kept() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

export function keep(place) {
  try {
    localStorage.setItem(NAME, place);
  } catch {
    // The tour then begins anew at the next visit.
  }
}

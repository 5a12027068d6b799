//! Markdown as a tree of blocks, which the page, `lexicade rules` and the full screen draw: headings, paragraphs, lists,
//! tables, code, bold and italic text, and links. Everything else is left out.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde::Serialize;

/// A block of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Block {
    /// A heading; level 1 is the title.
    Heading {
        level: u8,
        text: Vec<Inline>,
    },
    Paragraph {
        text: Vec<Inline>,
    },
    /// A list; a numbered one has the number of its first item. The items of a list in a list follow their item.
    List {
        start: Option<u64>,
        items: Vec<Vec<Inline>>,
    },
    /// A table with a cell for each column.
    Table {
        head: Vec<Vec<Inline>>,
        rows: Vec<Vec<Vec<Inline>>>,
    },
    /// Lines that keep their blanks.
    Code {
        text: String,
    },
}

/// A piece of text in one style.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Inline {
    pub text: String,
    pub style: InlineStyle,
    /// The address, if it is a link.
    pub link: Option<String>,
}

/// How a piece of text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum InlineStyle {
    Plain,
    Bold,
    Italic,
    Code,
}

/// The blocks of a Markdown text.
pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut builder = Builder::default();
    Parser::new_ext(markdown, Options::ENABLE_TABLES).for_each(|event| builder.add(event));
    builder.blocks
}

#[derive(Default)]
struct Builder {
    blocks: Vec<Block>,
    /// The text of the current paragraph, heading, item or cell.
    text: Vec<Inline>,
    /// The styles and links around the current text, the innermost last.
    styles: Vec<InlineStyle>,
    links: Vec<String>,
    /// The start of each list around the current text.
    lists: Vec<Option<u64>>,
    items: Vec<Vec<Inline>>,
    cells: Vec<Vec<Inline>>,
    rows: Vec<Vec<Vec<Inline>>>,
}

impl Builder {
    fn add(&mut self, event: Event) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Code(text) => self.piece(&text, InlineStyle::Code),
            Event::Text(text) => {
                self.piece(&text, self.styles.last().copied().unwrap_or(InlineStyle::Plain));
            }
            Event::SoftBreak | Event::HardBreak => self.add(Event::Text(" ".into())),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag) {
        match tag {
            Tag::Strong => self.styles.push(InlineStyle::Bold),
            Tag::Emphasis => self.styles.push(InlineStyle::Italic),
            Tag::Link { dest_url, .. } => self.links.push(dest_url.into_string()),
            Tag::List(start) => {
                self.end_item();
                self.lists.push(start);
            }
            // Paragraphs of one item.
            Tag::Paragraph if !self.text.is_empty() => self.add(Event::SoftBreak),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong | TagEnd::Emphasis => drop(self.styles.pop()),
            TagEnd::Link => drop(self.links.pop()),
            TagEnd::Paragraph if self.lists.is_empty() => {
                let text = std::mem::take(&mut self.text);
                self.blocks.push(Block::Paragraph { text });
            }
            TagEnd::Heading(level) => {
                let text = std::mem::take(&mut self.text);
                self.blocks.push(Block::Heading { level: level as u8, text });
            }
            TagEnd::CodeBlock => {
                let text: String = self.text.drain(..).map(|piece| piece.text).collect();
                self.blocks.push(Block::Code { text: text.trim_end().to_owned() });
            }
            TagEnd::Item => self.end_item(),
            TagEnd::List(_) => {
                let start = self.lists.pop().flatten();
                if self.lists.is_empty() {
                    let items = std::mem::take(&mut self.items);
                    self.blocks.push(Block::List { start, items });
                }
            }
            TagEnd::TableCell => self.cells.push(std::mem::take(&mut self.text)),
            TagEnd::TableHead | TagEnd::TableRow => {
                self.rows.push(std::mem::take(&mut self.cells));
            }
            TagEnd::Table => {
                let mut rows = std::mem::take(&mut self.rows);
                let head = rows.remove(0);
                self.blocks.push(Block::Table { head, rows });
            }
            _ => {}
        }
    }

    fn end_item(&mut self) {
        if !self.text.is_empty() {
            self.items.push(std::mem::take(&mut self.text));
        }
    }

    /// Adds text; joins it to the last piece if both look alike.
    fn piece(&mut self, text: &str, style: InlineStyle) {
        let link = self.links.last().cloned();
        match self.text.last_mut() {
            Some(last) if last.style == style && last.link == link => last.text.push_str(text),
            _ => self.text.push(Inline { text: text.to_owned(), style, link }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(text: &str, style: InlineStyle) -> Inline {
        Inline { text: text.to_owned(), style, link: None }
    }

    fn plain(text: &str) -> Vec<Inline> {
        vec![piece(text, InlineStyle::Plain)]
    }

    #[test]
    fn a_text_is_a_tree_of_blocks() {
        let markdown =
            "# Title\n\nOne\ntwo.\n\n- a\n- b\n  on\n\n3. c\n4. d\n\nE.\n\n    A  B\n\n    C\n";
        assert_eq!(
            blocks(markdown),
            [
                Block::Heading { level: 1, text: plain("Title") },
                Block::Paragraph { text: plain("One two.") },
                Block::List { start: None, items: vec![plain("a"), plain("b on")] },
                Block::List { start: Some(3), items: vec![plain("c"), plain("d")] },
                Block::Paragraph { text: plain("E.") },
                Block::Code { text: "A  B\n\nC".into() },
            ]
        );
        assert_eq!(blocks("```\n# a\n```\n"), [Block::Code { text: "# a".into() }]);
    }

    #[test]
    fn text_has_styles_and_links() {
        let styled = [
            piece("a ", InlineStyle::Plain),
            piece("b ", InlineStyle::Bold),
            piece("c", InlineStyle::Code),
            piece(" ", InlineStyle::Plain),
            piece("d", InlineStyle::Italic),
            piece(" 2*3 ", InlineStyle::Plain),
            Inline { text: "e".into(), style: InlineStyle::Plain, link: Some("/f".into()) },
        ];
        let markdown = "a **b `c`** *d* 2*3 [e](/f)";
        assert_eq!(blocks(markdown), [Block::Paragraph { text: styled.to_vec() }]);
    }

    #[test]
    fn a_table_has_a_head_and_rows() {
        let markdown = "| a | b |\n|---|---|\n| c | `d` |\n| e |\n";
        let (c, d) = (plain("c"), vec![piece("d", InlineStyle::Code)]);
        let rows = vec![vec![c, d], vec![plain("e"), Vec::new()]];
        assert_eq!(blocks(markdown), [Block::Table { head: vec![plain("a"), plain("b")], rows }]);
    }

    #[test]
    fn lists_are_flat_and_other_marks_are_left_out() {
        let items = vec![plain("a b"), plain("c"), plain("d")];
        let markdown = "- a\n\n  b\n  - c\n- d\n\n---\n";
        assert_eq!(blocks(markdown), [Block::List { start: None, items }]);
    }
}
